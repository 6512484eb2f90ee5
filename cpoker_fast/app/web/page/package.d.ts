// The module that `cpoker_fast.app.web.files` writes.
export const VERSION: string;
export const ENGINE: "server" | "worker";
export const CARDS: Record<string, string>;
export const PRESETS: { name: string; note: string; closed: boolean }[];
