import type { DeviceModel, LinuxKind } from "../provider.ts";

/** User of a sandbox's programs, and its home folder. */
export const USER = "user";
export const HOME = "/home/user";

/**
 * Returns the model's options for the program in a Linux sandbox (devices/desktop/src/main-options.ts). Throws an Error
 * for a phone model.
 */
export const programOptions = (model: DeviceModel, screenEncoder: string | undefined) => ({
  kind: requireKind(model),
  name: model.name,
  // All visible processes belong to the sandbox.
  alone: true,
  home: HOME,
  userName: USER,
  widthPx: model.widthPx,
  heightPx: model.heightPx,
  dpi: model.densityDpi,
  ...(screenEncoder !== undefined && { screenEncoder }),
});

/** Returns the kind of a Linux model. Throws an Error for a phone model. */
export function requireKind({ kind }: DeviceModel): LinuxKind {
  if (kind === undefined) throw new Error("a phone is not a Linux sandbox");
  return kind;
}
