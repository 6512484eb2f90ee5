/* What a board is paid on average against boards that opponents set: a field, from which each opponent's board is drawn. */
#ifndef CPF_FIELD_H
#define CPF_FIELD_H

#include "cpf_settling.h"

enum { CPF_MOST_FIELD = 1 << 16, CPF_FIELD_CLASSES = 64 };

typedef struct cpf_field cpf_field;

/* From the kinds of the rows of a board. */
typedef double (*cpf_joint_of_kinds)(const void *field, const uint32_t kinds[CPF_ROWS]);

/* What the rows of a board are worth by themselves, and bounds of the rest of what it is paid. */
typedef struct cpf_field_tables {
    double value[CPF_ROWS][CPF_KINDS];
    int has_joint;
    int classes[CPF_ROWS];                    /* of strengths */
    uint8_t of_kind[CPF_ROWS][CPF_KINDS];
    double lift[CPF_ROWS][CPF_FIELD_CLASSES]; /* a part of the rest that can be put down to single rows */
    double *most;                             /* [front][middle][back]: no rest is higher, by classes */
    cpf_joint_of_kinds joint;                 /* the rest */
} cpf_field_tables;

/* A field of n boards, one to CPF_MOST_FIELD, each as likely as any other, as `opponents` others play it against a player who
 * has the button or not; `level` of the instruction set, see cpf_cpu.h. NULL: no memory. The rules must outlive it. */
cpf_field *cpf_field_new(const cpf_rules *rules, cpf_settle_boards settle, const cpf_board *boards, int64_t n, int opponents,
                         int has_button, int level);
void cpf_field_free(cpf_field *field);

const cpf_field_tables *cpf_field_tables_of(const cpf_field *field);

/* What any board is paid in all, by all opponents; side payments included. */
double cpf_field_points(const cpf_field *field, const cpf_board *board);

/* The side payments in it, which are the same for all boards of a hand that is not surrendered. */
double cpf_field_side_payments(const cpf_field *field, const cpf_board *board);

#endif
