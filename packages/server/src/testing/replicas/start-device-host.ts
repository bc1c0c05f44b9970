import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

export interface DeviceHost {
  url: string;
  /** Ends it with its devices. */
  stop(): Promise<void>;
}

/** For tests: starts a host of devices for several servers. It ends with this process at the latest. */
export async function startDeviceHost(program = path.resolve("devices/phone/dist/main.js")): Promise<DeviceHost> {
  const root = await mkdtemp(path.join(tmpdir(), "terrarium-host-"));
  const args = [
    path.resolve("packages/server/src/testing/replicas/device-host.ts"),
    "--root",
    root,
    "--program",
    program,
  ];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const [line] = await once(child.stdout, "data");
  return {
    url: String(line).trim(),
    async stop() {
      child.stdin.end();
      await exited;
      await rm(root, { recursive: true, force: true });
    },
  };
}
