/* The plain numbers of rules by name. */
#include "cpf_rules.h"

#define NUMBER(name) {#name, offsetof(cpf_rules, name)},
const cpf_rule_number cpf_rule_numbers[CPF_RULE_NUMBER_COUNT] = {CPF_RULE_NUMBERS(NUMBER)};
