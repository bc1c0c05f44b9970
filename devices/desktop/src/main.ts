import { prepareProcessMemory, releaseMemoryAtRest } from "@terrarium/adb-device/process-memory";
import { beginDeviceProgram, type DeviceProgram } from "@terrarium/adb-device/program/device-program";
import { END_WITHIN_MS, startDesktopDevice, type DesktopDevice } from "./desktop-device.ts";
import { takeHandedOver, type HandedOver } from "./handed-over.ts";
import { parseMainOptions, parseStandbyOptions, USAGE, type MainOptions } from "./main-options.ts";

async function main(): Promise<void> {
  const [first, second] = process.argv.slice(2);
  if (first === "--help") return void process.stdout.write(`${USAGE}\n`);
  const program = beginDeviceProgram();
  prepareProcessMemory();
  if (first === "--standby") return await standBy(program, second);
  const options = parseMainOptions(first);
  // Messages may arrive before everything has started.
  const handed = "ipc" in options.listen ? takeHandedOver() : undefined;
  const device = await startDesktopDevice(options, program.log, fail);
  program.onStop(() => device.close(), END_WITHIN_MS);
  await open(program, device, options, handed);
}

/** Starts everything, and waits for an owner. */
async function standBy(program: DeviceProgram, json: string | undefined): Promise<void> {
  const options = parseStandbyOptions(json);
  const handed = takeHandedOver();
  const device = await startDesktopDevice(options, program.log, fail);
  program.onStop(() => device.close(), END_WITHIN_MS);
  await device.prepare();
  process.send?.({ event: "standby" });
  const args = await handed.args;
  if (args) await open(program, device, parseMainOptions(args[0]), handed);
}

async function open(
  program: DeviceProgram,
  device: DesktopDevice,
  { listen, ...keys }: MainOptions,
  handed: HandedOver | undefined,
): Promise<void> {
  if ("ipc" in listen) {
    const server = await handed?.server;
    if (server) program.ready(await device.open({ ...keys, listen: { server } }));
  } else {
    program.ready(await device.open({ ...keys, listen }));
  }
  releaseMemoryAtRest();
}

/** The last line of output becomes the owner's error message. */
function fail(error: unknown): void {
  process.stderr.write(`desktop-device: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
