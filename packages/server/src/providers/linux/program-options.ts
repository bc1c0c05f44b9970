import type { DeviceModel, LinuxKind } from "../provider.ts";

/** Who a sandbox's programs are, inside, and the folder that is theirs. */
export const USER = "user";
export const HOME = "/home/user";

/** What the program in a Linux sandbox is told of its model (devices/desktop/src/main-options.ts). Throws an Error for one of phones. */
export const programOptions = (model: DeviceModel) => ({
  kind: requireKind(model),
  name: model.name,
  // No process that it sees is anybody else's.
  alone: true,
  home: HOME,
  userName: USER,
  widthPx: model.widthPx,
  heightPx: model.heightPx,
  dpi: model.densityDpi,
});

/** Throws an Error for a model of phones. */
export function requireKind({ kind }: DeviceModel): LinuxKind {
  if (kind === undefined) throw new Error("a phone is no Linux sandbox");
  return kind;
}
