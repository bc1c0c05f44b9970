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

/** Returns the reported battery state; `stopped` is true if any field is overridden. */
export async function readBattery({
  getSetting,
}: {
  getSetting: (namespace: "global", key: string) => Promise<string | undefined>;
}): Promise<Battery & { stopped: boolean }> {
  const put = await Promise.all(batteryFields.map((field) => getSetting("global", batteryKey(field))));
  const values = Object.fromEntries(batteryFields.map((field, i) => [field, numberOf(put[i]) ?? Number(TRUTH[field])]));
  return { ...(values as Battery), stopped: put.some((value) => value !== undefined) }; // one value per field
}

/** Returns undefined for invalid text: any script may have stored anything. */
function numberOf(text: string | undefined): number | undefined {
  const number = Number.parseFloat(text ?? "");
  return Number.isFinite(number) ? number : undefined;
}
