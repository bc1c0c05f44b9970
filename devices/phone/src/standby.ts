import { z } from "zod";
import { parseMainOptions } from "./main-options.ts";
import { startVirtualDevice, type DeviceParts } from "./virtual-device.ts";

/** What whoever holds a device in standby sends to make it one: the options of the command line. */
const startMessage = z.object({ args: z.array(z.string()) });

/**
 * Waits, with everything loaded, until whoever started this process says over its channel which device it is to be.
 * Undefined if they end before: nobody could ever ask then. The data folder, which may be moved meanwhile, is laid out
 * for that device.
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
  // A device is started, looked at and ended, so that whatever is done for the first time has been done.
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
