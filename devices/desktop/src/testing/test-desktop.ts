import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import { freePort } from "@terrarium/adb/testing/free-port";
import { startDesktopDevice } from "../desktop-device.ts";
import { parseStandbyOptions } from "../main-options.ts";

export interface TestDesktop extends AsyncDisposable {
  port: number;
  home: string;
  /** A free port of this device: several browsers may run on this machine. */
  devToolsPort: number;
  adb: RealAdb;
  /** Runs a command line in the device's shell; returns its output. */
  shell(command: string): Promise<string>;
  /** Accepts another key instead of adb's own for new connections. */
  allow(adbPublicKey: string): Promise<void>;
  /** Log of the device, as lines of `message context`. */
  logs: string[];
}

/** Starts a device on this machine, with the given home or a temporary one, and connects the real adb. */
export async function startTestDesktop(
  options: Record<string, unknown> & { home?: string } = {},
): Promise<TestDesktop> {
  const adb = await RealAdb.start();
  const devToolsPort = await freePort();
  const home = options.home ?? (await mkdtemp(join(tmpdir(), "desktop-home-")));
  const logs: string[] = [];
  const device = await startDesktopDevice(
    parseStandbyOptions(JSON.stringify({ kind: "linux", devToolsPort, ...options, home })),
    (message, context) => logs.push(`${message} ${JSON.stringify(context ?? {})}`),
    (error) => logs.push(`broken: ${String(error)}`),
  );
  const adbPublicKey = await readFile(adb.publicKeyFile, "utf8");
  const port = await device.open({ adbPublicKey, listen: { host: "127.0.0.1", port: 0 } });
  await adb.connect(port);
  return {
    port,
    home,
    devToolsPort,
    adb,
    logs,
    shell: async (command) => (await adb.run("shell", command)).stdout.toString(),
    allow: async (other) => device.allow(`${adbPublicKey}\n${other}`),
    async [Symbol.asyncDispose]() {
      await adb.close();
      await device.close();
      if (options.home === undefined) await rm(home, { recursive: true, force: true });
    },
  };
}
