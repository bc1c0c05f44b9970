import { boxTypeOf, hasBrowser, hasScreen, type SandboxKind } from "@terrarium/contract/sandbox-kind";
import { AppError } from "@terrarium/platform/base/app-error";

/** A value with a sandbox kind, such as a record or a device. */
interface OfKind {
  kind: SandboxKind;
}

/** Throws not_possible unless a sandbox's device runs Android. `what` names the request, such as "Listing apps". */
export function requireAndroid<Device extends OfKind>(device: Device, what: string): Device {
  if (boxTypeOf(device) === "android") return device;
  const detail = "this is a Linux box; what it has installed is asked for and started by commands";
  throw new AppError("not_possible", { what, detail });
}

/** Throws not_possible unless a sandbox's device has a screen. */
export function requireScreen<Device extends OfKind>(device: Device, what: string): Device {
  if (hasScreen(device.kind)) return device;
  const detail = "this box has no screen; the templates tpl_browser and tpl_desktop have one";
  throw new AppError("not_possible", { what, detail });
}

/** Throws not_possible unless a sandbox has a browser that can be controlled from outside. */
export function requireBrowser<Device extends OfKind>(device: Device, what: string): Device {
  if (hasBrowser(device.kind)) return device;
  const detail =
    boxTypeOf(device) === "android"
      ? "an Android box has no browser that is driven from outside; open pages with its browser app, by actions or `am start -d URL`"
      : "this box has no browser; the templates tpl_browser and tpl_desktop have one";
  throw new AppError("not_possible", { what, detail });
}
