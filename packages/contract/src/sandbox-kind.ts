/**
 * Kinds of sandboxes: an Android-like phone, or a Linux machine with a shell and files, optionally with a browser or a
 * complete desktop.
 */
export const SANDBOX_KINDS = ["phone", "linux", "browser", "desktop"] as const;
export type SandboxKind = (typeof SANDBOX_KINDS)[number];

/** Returns the kind of a template, and so of its sandboxes. Default: a phone. */
export const kindOf = ({ kind }: { kind?: SandboxKind | undefined }): SandboxKind => kind ?? "phone";

/** Returns the type of a kind in the boxes API. */
export const boxTypeOf = ({ kind }: { kind: SandboxKind }): "android" | "linux" =>
  kind === "phone" ? "android" : "linux";

export const hasScreen = (kind: SandboxKind | undefined): boolean => kind !== "linux";

/** Returns whether the kind has a browser with DevTools that are available through the server. */
export const hasBrowser = (kind: SandboxKind): boolean => kind === "browser" || kind === "desktop";

/** Returns whether the screen is used with a mouse. A phone's screen is touched. */
export const hasMouse = (kind: SandboxKind | undefined): boolean => kind === "browser" || kind === "desktop";
