#pragma once
#define HUGE_VAL (1e300 * 1e300)
#define INFINITY ((float)HUGE_VAL)
#define NAN ((float)(INFINITY - INFINITY))
#define isfinite(x) ((x) - (x) == 0)
#define isnan(x) ((x) != (x))

double ceil(double x);
double exp(double x);
double fabs(double x);
double floor(double x);
double fmax(double x, double y);
double fmin(double x, double y);
double frexp(double x, int *exponent);
double ldexp(double x, int exponent);
double log(double x);
double pow(double x, double y);
double sqrt(double x);
