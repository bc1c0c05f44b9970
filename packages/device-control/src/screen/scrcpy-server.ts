import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { ConfigError } from "@terrarium/platform/base/config-error";
import { withDeadline } from "@terrarium/platform/base/deadline";
import type { Adb } from "@yume-chan/adb";
import { ReadableStream } from "@yume-chan/stream-extra";
import { ANSWER_TIMEOUT_MS } from "../adb/answer-timeout.ts";

/** scrcpy's own server, for devices without a built-in one. */
export interface ScrcpyServer {
  /** Version that clients must announce; the server exits on any other. */
  version: string;
  bytes: Uint8Array;
}

/** SHA-256 of the official builds with our wire format (install_release.sh of scrcpy at these tags). */
const OFFICIAL_BUILDS: ReadonlyMap<string, string> = new Map([
  ["a0f70b20aa4998fbf658c94118cd6c8dab6abbb0647a3bdab344d70bc1ebcbb8", "3.3.1"],
  ["2ee5ca0863ef440f5b7c75856bb475c5283d0a8359cb370b1c161314fd29dfd9", "3.3.2"],
  ["7e70323ba7f259649dd4acce97ac4fefbae8102b2c6d91e2e7be613fd5354be0", "3.3.3"],
  ["8588238c9a5a00aa542906b6ec7e6d5541d9ffb9b5d0f6e1bc0e365e2303079e", "3.3.4"],
]);
/** The builds have 91 kB. */
const MAX_BYTES = 1_048_576;
const PUSHED_PERMISSION = 0o644;

/** Reads the operator's file. Throws ConfigError if its hash is not that of an official build. */
export function readScrcpyServer(setting: string, file: string): ScrcpyServer {
  const bytes = read(setting, file);
  const hash = createHash("sha256").update(bytes).digest("hex");
  const version = OFFICIAL_BUILDS.get(hash);
  if (version !== undefined) return { version, bytes };
  const known = [...OFFICIAL_BUILDS.values()].join(", ");
  throw new ConfigError(
    `${setting} ${file} is none of the servers that scrcpy's project released as ${known}; its SHA-256 is ${hash}`,
  );
}

function read(setting: string, file: string): Uint8Array {
  try {
    const { size } = statSync(file);
    if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    return readFileSync(file);
  } catch (error) {
    throw new ConfigError(
      `${setting} ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * Copies the server to the device. The path contains the version, so that other clients' servers are kept. Resolves
 * with the path.
 */
export async function pushScrcpyServer(adb: Adb, { version, bytes }: ScrcpyServer): Promise<string> {
  const filename = `/data/local/tmp/scrcpy-server-v${version}.jar`;
  await withDeadline(ANSWER_TIMEOUT_MS, "sending scrcpy's server", async (signal) => {
    const sync = await adb.sync();
    const dispose = () => sync.dispose().catch(() => undefined);
    signal.addEventListener("abort", () => void dispose());
    try {
      await sync.write({ filename, file: ReadableStream.from([bytes]), permission: PUSHED_PERMISSION });
    } finally {
      await dispose();
    }
  });
  return filename;
}
