from cpoker_fast._rules import CompiledRules

VERSION: int
WHEEL_LOWEST: int
WHEEL_SECOND: int
LOWBALL: int
TABLE: object

def register_rules(compiled: CompiledRules) -> int: ...
def functions() -> dict[str, tuple[str, int]]: ...
