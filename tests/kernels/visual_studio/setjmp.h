#pragma once
typedef int jmp_buf[1];
