// Constants that tools/build_page.py defines in the scripts of the built folder.
declare const PARTS: Record<
  "code" | "runtime" | "image" | "python",
  { file: string; bytes: number; start: number; end: number }
>;
declare const COMPONENTS: { name: string; version: string; licence: string; address: string }[];
declare const FILES: string[];
declare const VERSION: string;
