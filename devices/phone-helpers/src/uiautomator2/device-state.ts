import { readBattery } from "@terrarium/phone-system/battery";
import type { HelperPhone } from "../host/helper-definition.ts";
import { invalidArgument } from "./wire-error.ts";

const DP_PER_INCH = 160;
/** Height of the status bar: the visible part of its window. */
const STATUS_BAR_ID = "com.android.systemui:id/status_bar";
const QUARTER_TURN = 90;

/** GetDeviceInfo.java */
export function deviceInfo({ ui, properties }: HelperPhone): unknown {
  const { physical, densityDpi } = ui.display;
  const property = (name: string): string | undefined => properties.get(name);
  return {
    androidId: ui.settings.get("secure", "android_id") ?? null,
    manufacturer: property("ro.product.manufacturer"),
    model: property("ro.product.model"),
    brand: property("ro.product.brand"),
    apiVersion: property("ro.build.version.sdk"),
    platformVersion: property("ro.build.version.release"),
    carrierName: null,
    realDisplaySize: `${physical.widthPx}x${physical.heightPx}`,
    displayDensity: densityDpi,
    networks: [],
    locale: (ui.settings.get("system", "system_locales") ?? "en-US").replace("-", "_"),
    timeZone: property("persist.sys.timezone") ?? "UTC",
    bluetooth: null,
  };
}

export const pixelRatio = ({ ui }: HelperPhone): number => ui.display.densityDpi / DP_PER_INCH;

export function systemBars({ ui }: HelperPhone): { statusBar: number } {
  const bar = ui.hierarchy().windows.find(({ id }) => id === STATUS_BAR_ID);
  return { statusBar: bar ? bar.bounds.bottom - bar.bounds.top : 0 };
}

/** GetBatteryInfo.java: the level is a share, the status is a number of BatteryManager. */
export async function batteryInfo({ ui }: HelperPhone): Promise<{ status: number; level: number }> {
  const { status, level } = await readBattery({
    getSetting: async (namespace, key) => ui.settings.get(namespace, key),
  });
  return { status, level: level / 100 };
}

export const orientation = ({ ui }: HelperPhone): "PORTRAIT" | "LANDSCAPE" =>
  ui.display.widthPx > ui.display.heightPx ? "LANDSCAPE" : "PORTRAIT";

export function setOrientation(phone: HelperPhone, wanted: string): string {
  const name = wanted.toUpperCase();
  if (name !== "PORTRAIT" && name !== "LANDSCAPE") throw invalidArgument(`'${wanted}' is not an orientation`);
  if (orientation(phone) !== name) turn(phone, name === "LANDSCAPE" ? 1 : 0);
  return name;
}

export const rotation = ({ ui }: HelperPhone) => ({ x: 0, y: 0, z: ui.display.rotation * QUARTER_TURN });

export function setRotation(phone: HelperPhone, degrees: number): void {
  if (degrees % QUARTER_TURN !== 0 || degrees < 0 || degrees >= 360)
    throw invalidArgument("A rotation is 0, 90, 180 or 270 degrees");
  turn(phone, degrees / QUARTER_TURN);
}

function turn({ ui }: HelperPhone, quarters: number): void {
  ui.settings.put("system", "accelerometer_rotation", "0");
  ui.settings.put("system", "user_rotation", String(quarters));
}

/** ListWindows.java, without pictures of single windows. The number of a window is its layer. */
export function listWindows({ ui }: HelperPhone): unknown[] {
  const { windows } = ui.hierarchy();
  const front = ui.activities.foreground().packageName;
  return windows.map(({ bounds, packageName, description }, layer) => ({
    windowId: layer,
    displayId: 0,
    physicalDisplayId: null,
    virtualDisplayId: null,
    rect: { x: bounds.left, y: bounds.top, width: bounds.right - bounds.left, height: bounds.bottom - bounds.top },
    packageName,
    screenshot: null,
    type: packageName === front ? 1 : 3,
    title: description === "" ? packageName : description,
    layer,
    isAccessibilityFocused: false,
    isActive: packageName === front,
    isFocused: packageName === front,
    isInPictureInPictureMode: false,
  }));
}

export function listDisplays({ ui }: HelperPhone): unknown[] {
  const { widthPx, heightPx, densityDpi } = ui.display;
  const density = densityDpi / DP_PER_INCH;
  const metrics = { density, densityDpi, widthPixels: widthPx, heightPixels: heightPx, scaledDensity: density };
  return [{ id: 0, name: "Built-in Screen", physicalId: null, virtualId: null, metrics, isDefault: true }];
}
