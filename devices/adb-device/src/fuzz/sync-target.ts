import { duplexPair } from "node:stream";
import type { SyncStatus } from "@terrarium/adb/sync-codec";
import { serveSync, type SyncFiles } from "@terrarium/adb/sync-server";
import { FILE_STATUS } from "@terrarium/adb/testing/file-status";
import { pieces } from "./mutate.ts";

const content = Buffer.from("hello");
const status: SyncStatus = { ...FILE_STATUS, sizeBytes: content.length };
/** What a request of a few bytes may be answered with, many times over. */
const answerBytesPerInputByte = 200;

/** A small file system that is always the same; it counts what is open. */
class FixedFiles implements SyncFiles {
  open = 0;

  async status(path: string): Promise<SyncStatus> {
    if (path === "/missing") throw new Error("missing");
    return status;
  }

  async list() {
    return [{ name: "file", status }];
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

/** A whole `sync:` stream: it ends when its input does, closes what it opened, and answers within bounds. */
export async function fuzzSync(input: Buffer, random: () => number): Promise<void> {
  const [daemon, client] = duplexPair();
  const files = new FixedFiles();
  let answered = 0;
  client.on("data", (chunk: Buffer) => (answered += chunk.length));
  const served = serveSync(daemon, files).catch((error: unknown) => {
    // Broken requests end the stream with a sentence, nothing else.
    const message = error instanceof Error ? error.message : "";
    if (!/^(sync:|the stream ended)/.test(message)) throw error;
  });
  for (const piece of pieces(input, random)) client.write(piece);
  client.end();
  await served;
  daemon.destroy();
  if (files.open !== 0) throw new Error(`${files.open} files stayed open`);
  if (answered > answerBytesPerInputByte * (input.length + 10)) throw new Error(`${answered} bytes of answers`);
}
