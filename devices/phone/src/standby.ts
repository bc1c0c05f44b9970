import { z } from "zod";
import { parseMainOptions } from "./main-options.ts";
import { startVirtualDevice, type DeviceParts } from "./virtual-device.ts";

/** Message of the parent process that puts a standby device into use. `args` are the device's command line options. */
const startMessage = z.object({ args: z.array(z.string()) });

/**
 * Waits, with everything loaded, until the parent process sends the device's options over its channel. Returns
 * undefined if the parent ends first, since no later process could use the device. Also prepares the data folder for
 * that device; the folder may be moved meanwhile.
 */
export async function standBy(parts: DeviceParts, dataDir: string): Promise<string[] | undefined> {
  if (!process.send) throw new Error("--standby is for a process that is started with a channel to talk over");
  const told = new Promise<string[] | undefined>((resolve, reject) => {
    process.once("message", (message) => {
      const parsed = startMessage.safeParse(message);
      if (parsed.success) resolve(parsed.data.args);
      else reject(new Error(`in standby it was told ${JSON.stringify(message)}, not {"args": […]}`));
    });
    process.once("disconnect", () => resolve(undefined));
  });
  // Starts, draws and ends a device, so that all first-time work is done.
  const rehearsed = await startVirtualDevice(
    parseMainOptions(["--port", "0", "--data", dataDir]),
    parts,
    () => undefined,
  );
  await rehearsed.look();
  await rehearsed.close();
  process.send({ event: "standby" });
  return await told;
}
