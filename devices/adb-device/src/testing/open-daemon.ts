import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SyncFiles } from "@terrarium/adb/sync-server";
import { onTestFinished } from "vitest";
import { AdbDaemon } from "../daemon/adb-daemon.ts";
import { readAuthorizedKeys } from "../daemon/authorized-keys.ts";
import type { StartScrcpyServer } from "../daemon/scrcpy-service.ts";
import type { Log } from "../ports/log.ts";
import type { Screen } from "../ports/screen.ts";
import type { ShellIo, ShellRequest } from "../ports/shell.ts";
import { VirtualSockets } from "../virtual-sockets.ts";
import { AdbPeer, peerPublicKey } from "./adb-peer.ts";
import { createTestScreen } from "./test-screen.ts";

/** Starts a daemon for a test, on a port of its own, with a fake device. */
export async function openDaemon() {
  const folder = await mkdtemp(join(tmpdir(), "daemon-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "keys"), `nonsense\n${peerPublicKey}\n`);
  const sockets = new VirtualSockets();
  const logged: string[] = [];
  /** Root changes and reboots received by the device. */
  const told: string[] = [];
  const screen = createTestScreen();
  const log: Log = (message, context) => logged.push(`${message} ${JSON.stringify(context ?? {})}`);
  /** Behaviour of the device, replaceable by the test. */
  const does: {
    screen: () => Promise<Screen>;
    serveShell: (io: ShellIo, request: ShellRequest) => Promise<void>;
    startScrcpyServer: StartScrcpyServer;
  } = {
    screen: async () => screen,
    serveShell: async (io) => io.exit(0),
    startScrcpyServer: () => ({ exited: Promise.resolve(0), stop: () => undefined }),
  };
  const daemon = new AdbDaemon({
    device: {
      identity: () => ({ product: "moss:1", model: "Terrarium", device: "fern" }),
      screen: () => does.screen(),
      allowsRoot: true,
      rootChanged: (root) => told.push(root ? "root" : "no root"),
      reboot: async () => void told.push("reboot"),
    },
    sockets,
    files: {} as SyncFiles, // tested separately
    shell: { serve: (io, request) => does.serveShell(io, request) },
    startScrcpyServer: (options) => does.startScrcpyServer(options),
    authorizedKeys: () => readAuthorizedKeys([join(folder, "missing"), join(folder, "keys")], log),
    log,
  });
  onTestFinished(() => daemon.close());
  const port = await daemon.listen(0, "127.0.0.1");
  return {
    daemon,
    sockets,
    logged,
    told,
    screen,
    does,
    connect: async (options?: Parameters<typeof AdbPeer.connect>[1]): Promise<AdbPeer> => {
      const peer = await AdbPeer.connect(port, options);
      onTestFinished(() => void peer.socket.destroy());
      return peer;
    },
  };
}

/** Screen function of a device with a stopped system. */
export const notRunning = async (): Promise<never> => {
  throw new Error("the system is not running");
};
