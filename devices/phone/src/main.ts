import { prepareProcessMemory, releaseMemoryAtRest } from "@terrarium/adb-device/process-memory";
import { boundLog } from "./host-log.ts";
import { parseMainOptions, usage, type MainOptions } from "./main-options.ts";
import { standBy } from "./standby.ts";
import { surviveUnhandledRejections } from "./unhandled-errors.ts";
import { startVirtualDevice, type DeviceParts } from "./virtual-device.ts";

/** As Unix programs end whose command line is wrong. */
const usageExitCode = 2;
/** After this the process ends whether or not everything has closed. */
const shutdownMs = 800;

/** Logs are JSON lines on stderr; stdout holds the events that whoever started the device waits for. */
function writeLine(message: string, context: Record<string, unknown>): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), message, ...context })}\n`);
}

const log = boundLog(writeLine);

/** The device outlives whoever reads its output: a broken pipe is no reason to end. */
function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
    });
  }
  process.on("SIGHUP", () => log("the terminal closed; going on"));
}

/** The file of the shell's thread in a build, which puts its name here. */
declare const builtShellWorker: string | undefined;

/** The screen's parts are written in TSX: in a build they are bundled with this file. */
async function loadParts(): Promise<DeviceParts> {
  const [{ createSystemUi }, { installedApps }, { startScrcpyServer }] = await Promise.all([
    import("@terrarium/phone-ui/system-ui.tsx"),
    import("@terrarium/phone-apps/installed-apps"),
    import("@terrarium/adb-device/scrcpy/scrcpy-server"),
  ]);
  const shellWorker = typeof builtShellWorker === "string" ? builtShellWorker : "../../phone-shell/src/worker.ts";
  const shellWorkerEntry = new URL(shellWorker, import.meta.url);
  return {
    createSystemUi: (options) => createSystemUi({ ...options, installed: installedApps }),
    startScrcpyServer,
    shellWorkerEntry,
  };
}

/** Until it has said that it is ready, nobody but whoever holds its channel knows of this process: it ends with them. */
function endWithStarter(): () => void {
  const end = () => process.exit(0);
  if (process.send && !process.connected) end();
  process.once("disconnect", end);
  return () => process.off("disconnect", end);
}

/** Starts the device and tells whoever waits for it: a line on stdout, and a message where there is a channel. */
async function start(options: MainOptions, parts: DeviceParts, goOnAlone: () => void): Promise<void> {
  const device = await startVirtualDevice(options, parts, log);
  process.on("unhandledRejection", (error) => device.reportError(error));
  const stop = (signal: string) => {
    log("stopping", { signal });
    setTimeout(() => process.exit(0), shutdownMs).unref();
    void device.close().then(() => process.exit(0));
  };
  process.once("SIGTERM", stop).once("SIGINT", stop);
  log("ready", { port: device.port, dataDir: options.dataDir });
  const ready = { event: "ready", port: device.port };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  goOnAlone();
  // Without the callback, a reader that is gone would be an error.
  process.send?.(ready, () => process.connected && process.disconnect());
  releaseMemoryAtRest();
}

async function main(): Promise<void> {
  surviveClosedPipes();
  // Bounded by itself, and the last words before an end are not to be left out.
  surviveUnhandledRejections(writeLine);
  const args = process.argv.slice(2);
  if (args.includes("--help")) return void process.stdout.write(`${usage}\n`);
  const goOnAlone = endWithStarter();
  prepareProcessMemory();
  const parts = await loadParts();
  const [mode, dataDir] = args;
  if (mode !== "--standby" || dataDir === undefined) return await start(readOptions(args), parts, goOnAlone);
  const told = await standBy(parts, dataDir);
  if (told) await start(readOptions(told), parts, goOnAlone);
}

function readOptions(args: string[]): MainOptions {
  try {
    return parseMainOptions(args);
  } catch (error) {
    process.exitCode = usageExitCode;
    throw error;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`virtual-device: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(process.exitCode ?? 1);
});
