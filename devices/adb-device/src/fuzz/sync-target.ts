import { duplexPair } from "node:stream";
import type { SyncStatus } from "@terrarium/adb/sync-codec";
import { serveSync, type SyncFiles } from "@terrarium/adb/sync-server";
import { FILE_STATUS } from "@terrarium/adb/testing/file-status";
import { pieces } from "./mutate.ts";

const content = Buffer.from("hello");
const STATUS: SyncStatus = { ...FILE_STATUS, sizeBytes: content.length };
/** Limit of response bytes per request byte. It is high, because a small request can ask for a large response again. */
const ANSWER_BYTES_PER_INPUT_BYTE = 200;

/** A small constant file system that counts open files. */
class FixedFiles implements SyncFiles {
  open = 0;

  async status(path: string): Promise<SyncStatus> {
    if (path === "/missing") throw new Error("missing");
    return STATUS;
  }

  async list() {
    return [{ name: "file", status: STATUS }];
  }

  async openReader(path: string) {
    if (path === "/missing") throw new Error("missing");
    this.open += 1;
    let done = false;
    return {
      read: async ([first]: Buffer[]) => (done || !first ? 0 : ((done = true), content.copy(first))),
      close: async () => void (this.open -= 1),
    };
  }

  async openWriter(path: string) {
    if (path === "/missing") throw new Error("missing");
    this.open += 1;
    return {
      write: async () => undefined,
      commit: async () => void (this.open -= 1),
      abort: async () => void (this.open -= 1),
    };
  }

  async symlink() {}

  describeError(error: unknown) {
    return { errno: 2, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Fuzzes a whole `sync:` stream. It must end with its input, close its files, and limit its responses. */
export async function fuzzSync(input: Buffer, random: () => number): Promise<void> {
  const [daemon, client] = duplexPair();
  const files = new FixedFiles();
  let answered = 0;
  client.on("data", (chunk: Buffer) => (answered += chunk.length));
  const served = serveSync(daemon, files).catch((error: unknown) => {
    // Invalid requests may only end the stream with one of these messages.
    const message = error instanceof Error ? error.message : "";
    if (!/^(sync:|the stream ended)/.test(message)) throw error;
  });
  for (const piece of pieces(input, random)) client.write(piece);
  client.end();
  await served;
  daemon.destroy();
  if (files.open !== 0) throw new Error(`${files.open} files stayed open`);
  if (answered > ANSWER_BYTES_PER_INPUT_BYTE * (input.length + 10)) throw new Error(`${answered} bytes of answers`);
}
