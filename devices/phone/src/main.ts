import { rm } from "node:fs/promises";
import { prepareProcessMemory, releaseMemoryAtRest } from "@terrarium/adb-device/process-memory";
import { beginDeviceProgram, type DeviceProgram } from "@terrarium/adb-device/program/device-program";
import { parseMainOptions, USAGE, type MainOptions } from "./main-options.ts";
import { hasOrigin } from "./origin.ts";
import { standBy } from "./standby.ts";
import { startVirtualDevice, type DeviceParts } from "./virtual-device.ts";

/** Usual exit code of Unix programs for an invalid command line. */
const USAGE_EXIT_CODE = 2;
/** Name of the shell thread's file in a build, inserted by the build. */
declare const builtShellWorker: string | undefined;

/** Screen modules are TSX files; a build bundles them with this file. */
async function loadParts(): Promise<DeviceParts> {
  const [{ createSystemUi }, { installedApps }, { LANGUAGES }, { startScrcpyServer }] = await Promise.all([
    import("@terrarium/phone-ui/system-ui.tsx"),
    import("@terrarium/phone-apps/installed-apps"),
    import("@terrarium/phone-apps/language/languages"),
    import("@terrarium/adb-device/scrcpy/scrcpy-server"),
  ]);
  const shellWorker = typeof builtShellWorker === "string" ? builtShellWorker : "./shell-worker.ts";
  const shellWorkerEntry = new URL(shellWorker, import.meta.url);
  return {
    createSystemUi: (options) => createSystemUi({ ...options, installed: installedApps, languages: LANGUAGES }),
    startScrcpyServer,
    shellWorkerEntry,
  };
}

/** Starts the device and reports that it is ready. */
async function start(program: DeviceProgram, options: MainOptions, parts: DeviceParts): Promise<void> {
  const { log } = program;
  const device = await startVirtualDevice(options, parts, log);
  process.on("unhandledRejection", (error) => device.reportError(error));
  program.onStop(() => device.close());
  log("ready", { port: device.port, dataDir: options.dataDir });
  program.ready(device.port);
  releaseMemoryAtRest();
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes("--help")) return void process.stdout.write(`${USAGE}\n`);
  const program = beginDeviceProgram();
  prepareProcessMemory();
  const parts = await loadParts();
  const [mode, dataDir] = args;
  if (mode !== "--standby" || dataDir === undefined) return await start(program, readOptions(args), parts);
  const told = await standBy(parts, dataDir);
  if (!told) return;
  const options = readOptions(told);
  // The rehearsed device has left files of its own time and seed.
  if (hasOrigin(options)) await rm(options.dataDir, { recursive: true, force: true });
  await start(program, options, parts);
}

function readOptions(args: string[]): MainOptions {
  try {
    return parseMainOptions(args);
  } catch (error) {
    process.exitCode = USAGE_EXIT_CODE;
    throw error;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`virtual-device: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(process.exitCode ?? 1);
});
