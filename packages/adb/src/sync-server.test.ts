import { duplexPair } from "node:stream";
import { finished } from "node:stream/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DURABLE_FILE_MODE, encodeSyncHead, MAX_SYNC_DATA_BYTES, type SyncStatus } from "./sync-codec.ts";
import { serveSync, type SyncFiles } from "./sync-server.ts";

const status: SyncStatus = {
  mode: 0o100644,
  sizeBytes: 3,
  modifiedAtS: 5,
  accessedAtS: 5,
  changedAtS: 5,
  device: 1,
  inode: 1,
  links: 1,
  userId: 0,
  groupId: 0,
};

/** Files in memory; `/full` is not writable. */
class MemoryFiles implements SyncFiles {
  readonly contents = new Map<string, Buffer>();
  readonly modes = new Map<string, number>();
  readonly durable = new Set<string>();
  readonly links = new Map<string, string>();
  aborted = 0;

  async status(path: string): Promise<SyncStatus> {
    if (!this.contents.has(path)) throw new Error("missing");
    return status;
  }

  async list(path: string) {
    if (path !== "/") throw new Error("missing");
    return [...this.contents.keys()].map((key) => ({ name: key.slice(1), status }));
  }

  async openReader(path: string) {
    const content = this.contents.get(path);
    if (!content) throw new Error("missing");
    let at = 0;
    return {
      read: async (into: Buffer[]) => {
        const start = at;
        for (const buffer of into) at += content.copy(buffer, 0, at);
        return at - start;
      },
      close: async () => undefined,
    };
  }

  async openWriter(path: string, mode: number, isDurable: boolean) {
    if (path === "/full") throw new Error("disk full");
    const pieces: Buffer[] = [];
    return {
      write: async (more: Buffer[]) => void pieces.push(...more.map((piece) => Buffer.from(piece))),
      commit: async () => {
        this.contents.set(path, Buffer.concat(pieces));
        this.modes.set(path, mode);
        if (isDurable) this.durable.add(path);
      },
      abort: async () => {
        this.aborted += 1;
      },
    };
  }

  async symlink(target: string, path: string) {
    this.links.set(path, target);
  }

  describeError(error: unknown) {
    return { errno: 2, message: error instanceof Error ? error.message : "" };
  }
}

const request = (id: Parameters<typeof encodeSyncHead>[0], text: string) =>
  Buffer.concat([encodeSyncHead(id, Buffer.byteLength(text)), Buffer.from(text)]);
const data = (bytes: Buffer) => Buffer.concat([encodeSyncHead("DATA", bytes.length), bytes]);
const u32 = (...values: number[]) => Buffer.concat(values.map((value) => encodeSyncHead("DATA", value).subarray(4)));

/** Sends all requests at once, ends the stream, and returns all responses and the service's error. */
async function converse(files: SyncFiles, ...requests: Buffer[]): Promise<{ answer: Buffer; error: unknown }> {
  const [client, server] = duplexPair();
  const ended = serveSync(server, files).then(
    () => undefined,
    (error: unknown) => {
      server.end();
      return error;
    },
  );
  client.end(Buffer.concat(requests));
  const chunks: Buffer[] = [];
  // The sender reuses its memory.
  client.on("data", (chunk: Buffer) => chunks.push(Buffer.from(chunk)));
  await finished(client, { writable: false });
  return { answer: Buffer.concat(chunks), error: await ended };
}

describe("serveSync", () => {
  it("requests a durable file only for the sticky bit", async () => {
    const files = new MemoryFiles();
    const send = (path: string, mode: number) => [request("SEND", `${path},${mode}`), encodeSyncHead("DONE", 1)];
    await converse(files, ...send("/durable", 0o100644 | DURABLE_FILE_MODE), ...send("/plain", 0o100644));
    expect([...files.modes]).toEqual([
      ["/durable", 0o644],
      ["/plain", 0o644],
    ]);
    expect([...files.durable]).toEqual(["/durable"]);
  });

  it("stores a file sent in pieces and returns it", async () => {
    const files = new MemoryFiles();
    const content = Buffer.alloc(3 * MAX_SYNC_DATA_BYTES + 7, "terrarium ");
    const pieces = [0, 1, 2, 3].map((i) =>
      data(content.subarray(i * MAX_SYNC_DATA_BYTES, (i + 1) * MAX_SYNC_DATA_BYTES)),
    );
    const sent = await converse(files, request("SEND", "/a,b,33188"), ...pieces, encodeSyncHead("DONE", 99));
    expect(sent.answer.toString("latin1")).toBe("OKAY\0\0\0\0");
    expect(files.contents.get("/a,b")?.equals(content)).toBe(true);
    expect(files.modes.get("/a,b")).toBe(0o644);

    const { answer } = await converse(files, request("RECV", "/a,b"));
    const last = answer.subarray(-15);
    expect(answer.length).toBe(content.length + 4 * 8 + 8);
    expect(last.toString("latin1").endsWith("DONE\0\0\0\0")).toBe(true);
  });

  it.each([
    0,
    1,
    MAX_SYNC_DATA_BYTES - 1,
    MAX_SYNC_DATA_BYTES,
    15 * MAX_SYNC_DATA_BYTES,
    15 * MAX_SYNC_DATA_BYTES + 1,
    47 * MAX_SYNC_DATA_BYTES,
  ])("sends a file of %i bytes whole", async (size) => {
    const files = new MemoryFiles();
    const content = Buffer.from(Uint8Array.from({ length: size }, (_, index) => (index * 31) >> 8));
    files.contents.set("/f", content);
    let { answer } = await converse(files, request("RCV2", "/f"), Buffer.concat([Buffer.from("RCV2"), u32(0)]));
    const bodies: Buffer[] = [];
    while (answer.toString("latin1", 0, 4) === "DATA") {
      const end = 8 + answer.readUInt32LE(4);
      bodies.push(answer.subarray(8, end));
      answer = answer.subarray(end);
    }
    expect(Buffer.concat(bodies).equals(content)).toBe(true);
    expect(answer.toString("latin1")).toBe("DONE\0\0\0\0");
  });

  it("returns status and listings of both versions", async () => {
    const files = new MemoryFiles();
    files.contents.set("/f", Buffer.from("abc"));
    const requests = [
      request("STAT", "/f"),
      request("STAT", "/no"),
      request("STA2", "/no"),
      request("LIST", "/"),
      request("LIS2", "/no"),
    ];
    const { answer } = await converse(files, ...requests);
    expect(answer.length).toBe(16 + 16 + 72 + (20 + 1) + 20 + 76);
    expect(answer.readUInt32LE(16 + 16 + 4), "errno").toBe(2);
  });

  it("receives a symbolic link as a file with its target", async () => {
    const files = new MemoryFiles();
    const link = [request("SEND", "/l,41471"), data(Buffer.from("/target")), encodeSyncHead("DONE", 1)];
    expect((await converse(files, ...link)).answer.toString("latin1", 0, 4)).toBe("OKAY");
    expect(files.links.get("/l")).toBe("/target");
  });

  it("rejects a file with a reason, and serves the next request", async () => {
    const files = new MemoryFiles();
    const failing = [request("SEND", "/full,33188"), data(Buffer.alloc(100)), encodeSyncHead("DONE", 1)];
    const { answer } = await converse(files, ...failing, request("STAT", "/full"));
    expect(answer.toString("latin1", 0, 4)).toBe("FAIL");
    expect(answer.toString("latin1", 8, 17)).toBe("disk full");
    expect(answer.toString("latin1", 17, 21)).toBe("STAT");
  });

  it("leaves nothing behind when the client disconnects midway", async () => {
    const files = new MemoryFiles();
    const { error } = await converse(files, request("SEND", "/f,33188"), data(Buffer.alloc(100)));
    expect(error).toBeInstanceOf(Error);
    expect(files.aborted).toBe(1);
    expect(files.contents.size).toBe(0);
  });

  it("rejects compression, long paths and unknown requests", async () => {
    const compressed = Buffer.concat([request("RCV2", "/f"), Buffer.from("RCV2"), u32(1)]);
    expect((await converse(new MemoryFiles(), compressed)).answer.toString("latin1", 8)).toBe(
      "unsupported sync flags 0x1",
    );
    const long = request("STAT", "x".repeat(1025));
    expect((await converse(new MemoryFiles(), long)).answer.toString("latin1", 8)).toBe("path too long");
    const unknown = Buffer.concat([Buffer.from("WHAT"), u32(1), Buffer.from("x")]);
    expect((await converse(new MemoryFiles(), unknown)).answer.toString("latin1", 8)).toBe(
      'unknown sync request "WHAT"',
    );
  });

  it("survives any bytes", async () => {
    const ids = ["STAT", "LIST", "SEND", "SND2", "RECV", "RCV2", "DATA", "DONE", "QUIT"];
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
      fc.tuple(fc.constantFrom(...ids), fc.nat(12)).map(([id, value]) => Buffer.concat([Buffer.from(id), u32(value)])),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const { error } = await converse(new MemoryFiles(), ...pieces);
        expect(error === undefined || error instanceof Error).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
