import { parseMainOptions, usage, type MainOptions } from "./main-options.ts";
import { prepareProcessMemory, releaseMemoryAtRest } from "./system/process-memory.ts";
import { startVirtualDevice, type DeviceParts } from "./virtual-device.ts";

/** After this the process ends whether or not everything has closed. */
const shutdownMs = 800;

/** Logs are JSON lines on stderr; stdout holds the events that whoever started the device waits for. */
function log(message: string, context: Record<string, unknown> = {}): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), message, ...context })}\n`);
}

/** The device outlives whoever reads its output: a broken pipe is no reason to end. */
function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
    });
  }
  process.on("SIGHUP", () => log("the terminal closed; going on"));
}

/** The screen's parts are written in TSX: in a build they are bundled with this file. */
async function loadParts(): Promise<DeviceParts> {
  const [{ createSystemUi }, { startScrcpyServer }] = await Promise.all([
    import("./ui/system-ui.tsx"),
    import("./screen/scrcpy-server.ts"),
  ]);
  const inSources = import.meta.url.endsWith(".ts");
  const shellWorkerEntry = new URL(inSources ? "./shell/worker.ts" : "./shell-worker.js", import.meta.url);
  return { createSystemUi, startScrcpyServer, shellWorkerEntry };
}

/** The options, or undefined when there is nothing to start: why has been written. */
function readOptions(): MainOptions | undefined {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    process.stdout.write(`${usage}\n`);
    return undefined;
  }
  try {
    return parseMainOptions(args);
  } catch (error) {
    process.stderr.write(`virtual-device: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
    return undefined;
  }
}

async function main(): Promise<void> {
  surviveClosedPipes();
  const options = readOptions();
  if (!options) return;
  prepareProcessMemory();
  const device = await startVirtualDevice(options, await loadParts(), log);
  const stop = (signal: string) => {
    log("stopping", { signal });
    setTimeout(() => process.exit(0), shutdownMs).unref();
    void device.close().then(() => process.exit(0));
  };
  process.once("SIGTERM", stop).once("SIGINT", stop);
  log("ready", { port: device.port, dataDir: options.dataDir });
  process.stdout.write(`${JSON.stringify({ event: "ready", port: device.port })}\n`);
  releaseMemoryAtRest();
}

main().catch((error: unknown) => {
  process.stderr.write(`virtual-device: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
