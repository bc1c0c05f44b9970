import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { parseMainOptions } from "./main-options.ts";
import { startVirtualDevice, type DeviceParts } from "./virtual-device.ts";

/** What whoever holds a device in standby sends to make it one: the options of the command line. */
const startMessage = z.object({ args: z.array(z.string()) });

/**
 * Waits, with everything loaded, until whoever started this process says over its channel which device it is to be.
 * Undefined if they end before: nobody could ever ask then.
 */
export async function standBy(parts: DeviceParts): Promise<string[] | undefined> {
  if (!process.send) throw new Error("--standby is for a process that is started with a channel to talk over");
  const told = new Promise<string[] | undefined>((resolve, reject) => {
    process.once("message", (message) => {
      const parsed = startMessage.safeParse(message);
      if (parsed.success) resolve(parsed.data.args);
      else reject(new Error(`in standby it was told ${JSON.stringify(message)}, not {"args": […]}`));
    });
    process.once("disconnect", () => resolve(undefined));
  });
  await rehearse(parts);
  process.send({ event: "standby" });
  return await told;
}

/** Starts and ends a device that nobody sees, so that whatever is done for the first time has been done. */
async function rehearse(parts: DeviceParts): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "terrarium-standby-"));
  try {
    const options = parseMainOptions(["--port", "0", "--data", folder]);
    const device = await startVirtualDevice(options, parts, () => undefined);
    await device.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
