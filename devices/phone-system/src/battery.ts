/**
 * What `cmd battery set` can put in the place of the truth, and the truth: the device runs on its host's power and
 * never empties. Status and health are AOSP BatteryManager.java's, 5 is full, 2 is good.
 */
const truth = {
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

export type BatteryField = keyof typeof truth;
export type Battery = Record<BatteryField, number>;

export const batteryFields = Object.keys(truth) as BatteryField[]; // the keys of a literal

/** The setting that stands in for a field, until the device restarts. */
export function batteryKey(field: BatteryField): string {
  return `battery_${field}`;
}

/** The battery as it is told; `stopped` says that some of it was put there. */
export async function readBattery({
  getSetting,
}: {
  getSetting: (namespace: "global", key: string) => Promise<string | undefined>;
}): Promise<Battery & { stopped: boolean }> {
  const put = await Promise.all(batteryFields.map((field) => getSetting("global", batteryKey(field))));
  const values = Object.fromEntries(batteryFields.map((field, i) => [field, numberOf(put[i]) ?? Number(truth[field])]));
  return { ...(values as Battery), stopped: put.some((value) => value !== undefined) }; // one value a field
}

/** Undefined for what is none: any script may have put anything. */
function numberOf(text: string | undefined): number | undefined {
  const number = Number.parseFloat(text ?? "");
  return Number.isFinite(number) ? number : undefined;
}
