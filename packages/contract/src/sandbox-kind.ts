/** What a sandbox is: an Android-like phone, or of a Linux machine a shell and files, with a browser, or a whole desktop. */
export const SANDBOX_KINDS = ["phone", "linux", "browser", "desktop"] as const;
export type SandboxKind = (typeof SANDBOX_KINDS)[number];

/** What is a template's, and so its sandboxes': a phone if it does not say. */
export const kindOf = ({ kind }: { kind?: SandboxKind | undefined }): SandboxKind => kind ?? "phone";

/** What a kind is in the words of the boxes API. */
export const boxTypeOf = ({ kind }: { kind: SandboxKind }): "android" | "linux" =>
  kind === "phone" ? "android" : "linux";

export const hasScreen = (kind: SandboxKind | undefined): boolean => kind !== "linux";

/** Whether it has a browser whose DevTools are reached through the server. */
export const hasBrowser = (kind: SandboxKind): boolean => kind === "browser" || kind === "desktop";

/** Whether its screen is used with a mouse; a phone's is touched. */
export const hasMouse = (kind: SandboxKind | undefined): boolean => kind === "browser" || kind === "desktop";
