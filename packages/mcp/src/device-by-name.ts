import type { Devices } from "./devices.ts";
import { ToolError } from "./tool-error.ts";

/** Prefix of the ids of devices. */
const ID = /^sbx_/;

/** Returns a tool's input with the id of the running device that it names. Unknown names stay, for the server to reject. */
export async function deviceByName(input: unknown, devices: Pick<Devices, "list">): Promise<unknown> {
  if (typeof input !== "object" || input === null || !("device" in input)) return input;
  const { device } = input;
  if (typeof device !== "string" || ID.test(device)) return input;
  const named = (await devices.list()).filter(({ name }) => name === device);
  if (named.length > 1)
    throw new ToolError(
      `several devices are called ${JSON.stringify(device)}: ${named.map(({ id }) => id).join(", ")}; use an id`,
    );
  return { ...input, device: named[0]?.id ?? device };
}
