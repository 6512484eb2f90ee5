/* The numeric options of rules by name. */
#include "cpf_rules.h"

#define NUMBER(name) {#name, offsetof(cpf_rules, name)},
#define FANTASYLAND_NUMBER(name) {"fantasyland." #name, offsetof(cpf_rules, fantasyland.name)},
const cpf_rule_number cpf_rule_numbers[CPF_RULE_NUMBER_COUNT] = {CPF_RULE_NUMBERS(NUMBER)
                                                                     CPF_FANTASYLAND_NUMBERS(FANTASYLAND_NUMBER)};
