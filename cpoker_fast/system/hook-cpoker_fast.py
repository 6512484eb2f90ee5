"""All modules, since PyInstaller does not see imports in compiled modules and in lists of names, and all data files."""

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

hiddenimports: list[str] = collect_submodules("cpoker_fast", on_error="ignore")
datas: list[tuple[str, str]] = collect_data_files("cpoker_fast", excludes=["**/*.pyi", "**/*.pxd", "**/*.h"])
