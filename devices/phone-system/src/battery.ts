import type { DeviceSettings } from "./device-settings.ts";

/**
 * The battery's real state, with the fields that `cmd battery set` can override. The device uses its host's power and
 * never discharges. Status and health are from AOSP BatteryManager.java: 5 is full, 2 is good.
 */
const TRUTH = {
  ac: "1",
  usb: "0",
  wireless: "0",
  dock: "0",
  status: "5",
  level: "100",
  temp: "250",
  present: "1",
  counter: "0",
} as const;

export type BatteryField = keyof typeof TRUTH;
export type Battery = Record<BatteryField, number>;

export const batteryFields = Object.keys(TRUTH) as BatteryField[]; // the keys of a literal

/** Returns the key of the setting that overrides a field until the device restarts. */
export function batteryKey(field: BatteryField): string {
  return `battery_${field}`;
}

/** Returns the reported battery state from the settings themselves. */
export function batteryOf(settings: Pick<DeviceSettings, "get">): Battery {
  const values = batteryFields.map((field) => [field, fieldValue(field, settings.get("global", batteryKey(field)))]);
  return Object.fromEntries(values) as Battery; // one value per field
}

/** Power sources as bits (AOSP BatteryManager.java, BATTERY_PLUGGED_*). */
export const POWER_SOURCES = { ac: 1, usb: 2, wireless: 4, dock: 8 } as const;
type PowerSource = keyof typeof POWER_SOURCES;
export const powerSources = Object.keys(POWER_SOURCES) as PowerSource[]; // the keys of a literal

/** Returns the source that powers the device, or undefined while it is unplugged. */
export function powerSource(battery: Battery): PowerSource | undefined {
  return powerSources.find((source) => battery[source] !== 0);
}

/** Returns the reported battery state; `stopped` is true if any field is overridden. */
export async function readBattery({
  getSetting,
}: {
  getSetting: (namespace: "global", key: string) => Promise<string | undefined>;
}): Promise<Battery & { stopped: boolean }> {
  const put = await Promise.all(batteryFields.map((field) => getSetting("global", batteryKey(field))));
  const values = Object.fromEntries(batteryFields.map((field, i) => [field, fieldValue(field, put[i])]));
  return { ...(values as Battery), stopped: put.some((value) => value !== undefined) }; // one value per field
}

/** Returns the true value for invalid text: any script may have stored anything. */
function fieldValue(field: BatteryField, text: string | undefined): number {
  const number = Number.parseFloat(text ?? "");
  return Number.isFinite(number) ? number : Number(TRUTH[field]);
}
