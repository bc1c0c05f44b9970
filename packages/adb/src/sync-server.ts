import type { Duplex } from "node:stream";
import { ByteReader } from "./byte-reader.ts";
import {
  DURABLE_FILE_MODE,
  encodeDent,
  encodeDent2,
  encodeFail,
  encodeListDone,
  encodeStat,
  encodeStat2,
  encodeSyncHead,
  MAX_SYNC_DATA_BYTES,
  MAX_SYNC_PATH_BYTES,
  type SyncId,
  type SyncStatus,
} from "./sync-codec.ts";

/** A file system error in the protocol's terms. */
export interface SyncErrno {
  /** Linux errno, on every host. */
  errno: number;
  /** Message for the client's user, for example `No such file or directory`. */
  message: string;
}

/** A file being received. It appears at its path on `commit`; `abort` leaves nothing behind. */
export interface SyncWriter {
  write(pieces: Buffer[]): Promise<void>;
  commit(modifiedAtS: number): Promise<void>;
  abort(): Promise<void>;
}

export interface SyncReader {
  /** Fills the buffers in order, up to the end of the file; returns the number of bytes. */
  read(into: Buffer[]): Promise<number>;
  close(): Promise<void>;
}

/**
 * The file system behind the service. Paths are absolute. Every method may throw errors that `describeError` can
 * convert.
 */
export interface SyncFiles {
  status(path: string, followLinks: boolean): Promise<SyncStatus>;
  list(path: string): Promise<{ name: string; status: SyncStatus }[]>;
  openReader(path: string): Promise<SyncReader>;
  /**
   * Also creates the parent folders. `mode`: the permission bits. `isDurable`: `commit` resolves when the file is on
   * disk.
   */
  openWriter(path: string, mode: number, isDurable: boolean): Promise<SyncWriter>;
  symlink(target: string, path: string): Promise<void>;
  describeError(error: unknown): SyncErrno;
}

const TYPE_MASK = 0o170000;
const SYMLINK_TYPE = 0o120000;
const MAX_SYMLINK_TARGET_BYTES = 4096;
/** Number of DATA chunks per batch for the disk or the client: as many as fit into one packet of 1 MiB. */
const BATCH_CHUNKS = 15;
const SEND_FLAG_NONE = 0;

/**
 * Serves one `sync:` stream until the client quits or closes it. Throws if the client breaks the protocol. Reuses the
 * memory of written data once the stream calls back.
 */
export async function serveSync(stream: Duplex, files: SyncFiles): Promise<void> {
  await new SyncSession(stream, files).run();
}

class SyncSession {
  readonly #stream: Duplex;
  readonly #files: SyncFiles;
  readonly #reader: ByteReader;
  /** Buffer for sent data, reused for each batch and file. */
  #batch: Buffer | undefined;

  constructor(stream: Duplex, files: SyncFiles) {
    this.#stream = stream;
    this.#files = files;
    this.#reader = new ByteReader(stream);
  }

  async run(): Promise<void> {
    for (;;) {
      const head = await this.#reader.read(8);
      const id = head?.toString("latin1", 0, 4);
      if (!head || id === "QUIT") break;
      const length = head.readUInt32LE(4);
      if (length > MAX_SYNC_PATH_BYTES) {
        await this.#send(encodeFail("path too long"));
        break;
      }
      const path = (await this.#readExactly(length)).toString("utf8");
      if (!(await this.#serve(id ?? "", path))) break;
    }
    this.#stream.end();
  }

  /** Returns false after an unknown request: its length is unknown, so the stream cannot continue. */
  async #serve(id: string, path: string): Promise<boolean> {
    switch (id) {
      case "STAT":
        await this.#send(encodeStat(await this.#files.status(path, false).catch(() => undefined)));
        return true;
      case "STA2":
      case "LST2":
        await this.#stat2(id, path);
        return true;
      case "LIST":
        await this.#list(path, 1);
        return true;
      case "LIS2":
        await this.#list(path, 2);
        return true;
      case "SEND":
        await this.#receiveV1(path);
        return true;
      case "SND2":
        await this.#receiveV2(path);
        return true;
      case "RECV":
        await this.#sendFile(path);
        return true;
      case "RCV2":
        await this.#sendFileV2(path);
        return true;
      default:
        await this.#send(encodeFail(`unknown sync request "${id.replace(/[^\x20-\x7e]/g, "?")}"`));
        return false;
    }
  }

  async #stat2(id: "STA2" | "LST2", path: string): Promise<void> {
    let answer: Buffer;
    try {
      answer = encodeStat2(id, 0, await this.#files.status(path, id === "STA2"));
    } catch (error) {
      answer = encodeStat2(id, this.#files.describeError(error).errno);
    }
    await this.#send(answer);
  }

  /** Lists an unreadable folder as empty, as adbd does. */
  async #list(path: string, version: 1 | 2): Promise<void> {
    const entries = await this.#files.list(path).catch(() => []);
    const encoded = entries.map(({ name, status }) => {
      const nameBytes = Buffer.from(name);
      return version === 1 ? encodeDent(nameBytes, status) : encodeDent2(nameBytes, 0, status);
    });
    await this.#send(Buffer.concat([...encoded, encodeListDone(version)]));
  }

  /** SEND's path ends in a comma and the mode in decimal digits. */
  async #receiveV1(pathAndMode: string): Promise<void> {
    const comma = pathAndMode.lastIndexOf(",");
    const mode = Number.parseInt(pathAndMode.slice(comma + 1), 10);
    const valid = comma > 0 && Number.isInteger(mode);
    await this.#receive(pathAndMode.slice(0, comma), mode, valid ? undefined : "missing mode in the SEND request");
  }

  async #receiveV2(path: string): Promise<void> {
    const setup = await this.#readExactly(12);
    const flags = setup.readUInt32LE(8);
    await this.#receive(path, setup.readUInt32LE(4), this.#unknownFlags(flags));
  }

  async #sendFileV2(path: string): Promise<void> {
    const problem = this.#unknownFlags((await this.#readExactly(8)).readUInt32LE(4));
    if (problem) await this.#send(encodeFail(problem));
    else await this.#sendFile(path);
  }

  /** The flags request compression; none is announced. */
  #unknownFlags(flags: number): string | undefined {
    return flags === SEND_FLAG_NONE ? undefined : `unsupported sync flags 0x${flags.toString(16)}`;
  }

  /**
   * Receives one file or symbolic link. Drops the remaining data after an error, because old clients read the response
   * late.
   */
  async #receive(path: string, mode: number, problem: string | undefined): Promise<void> {
    let sink: SyncWriter | undefined;
    let failure = problem;
    let committed = false;
    const guard = async (step: () => Promise<void>): Promise<void> => {
      if (failure !== undefined) return;
      try {
        await step();
      } catch (error) {
        failure = this.#files.describeError(error).message;
      }
      if (failure !== undefined) await this.#send(encodeFail(failure));
    };

    if (failure !== undefined) await this.#send(encodeFail(failure));
    const isLink = (mode & TYPE_MASK) === SYMLINK_TYPE;
    await guard(async () => {
      sink = isLink
        ? new LinkWriter(this.#files, path)
        : await this.#files.openWriter(path, mode & 0o777, (mode & DURABLE_FILE_MODE) !== 0);
    });
    try {
      const modifiedAtS = await this.#receiveData((pieces) => guard(async () => sink?.write(pieces)));
      await guard(async () => {
        await sink?.commit(modifiedAtS);
        committed = true;
      });
    } finally {
      if (!committed) await sink?.abort();
    }
    if (failure === undefined) await this.#send(encodeSyncHead("OKAY", 0));
  }

  /**
   * Writes DATA in batches, collecting only the next batch during a write. Returns DONE's modification time after the
   * last write. `write` never rejects.
   */
  async #receiveData(write: (pieces: Buffer[]) => Promise<void>): Promise<number> {
    let writing = Promise.resolve();
    let pieces: Buffer[] = [];
    let chunks = 0;
    for (;;) {
      const head = await this.#readExactly(8);
      const id = head.toString("latin1", 0, 4) as SyncId; // compared with known ids only
      const value = head.readUInt32LE(4);
      if (id === "DATA" && value <= MAX_SYNC_DATA_BYTES) {
        pieces.push(...(await this.#reader.readPieces(value)));
        if (++chunks < BATCH_CHUNKS) continue;
      } else if (id !== "DONE") {
        throw new Error(`sync: ${id === "DATA" ? `DATA of ${value} bytes` : `"${id}" where DATA or DONE must come`}`);
      }
      await writing;
      if (pieces.length > 0) writing = write(pieces);
      pieces = [];
      chunks = 0;
      if (id !== "DONE") continue;
      await writing;
      return value;
    }
  }

  async #sendFile(path: string): Promise<void> {
    let reader: SyncReader | undefined;
    try {
      reader = await this.#files.openReader(path);
      await this.#sendChunks(reader);
    } catch (error) {
      await this.#send(encodeFail(this.#files.describeError(error).message));
    } finally {
      await reader?.close();
    }
  }

  /** Sends the last DATA and DONE together: with many small files, round trips take most of the time. */
  async #sendChunks(reader: SyncReader): Promise<void> {
    const stride = 8 + MAX_SYNC_DATA_BYTES;
    const batch = (this.#batch ??= Buffer.allocUnsafeSlow(BATCH_CHUNKS * stride));
    const bodies = Array.from({ length: BATCH_CHUNKS }, (_, i) => batch.subarray(i * stride + 8, (i + 1) * stride));
    for (;;) {
      let rest = await reader.read(bodies);
      const parts: Buffer[] = [];
      for (let offset = 0; rest > 0; offset += stride) {
        const length = Math.min(rest, MAX_SYNC_DATA_BYTES);
        encodeSyncHead("DATA", length).copy(batch, offset);
        parts.push(batch.subarray(offset, offset + 8 + length));
        rest -= length;
      }
      const full = parts.length === BATCH_CHUNKS && parts.at(-1)?.length === stride;
      const bytes = batch.subarray(
        0,
        parts.reduce((sum, part) => sum + part.length, 0),
      );
      await this.#send(full ? bytes : Buffer.concat([bytes, encodeSyncHead("DONE", 0)]));
      if (!full) return;
    }
  }

  async #readExactly(count: number): Promise<Buffer> {
    if (count === 0) return Buffer.alloc(0);
    const bytes = await this.#reader.read(count);
    if (!bytes) throw new Error(`sync: the stream ended before ${count} expected bytes`);
    return bytes;
  }

  /** Resolves when the bytes are sent and the client has room for more. */
  #send(bytes: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stream.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }
}

/** A symbolic link arrives as a file with the target as its content. */
class LinkWriter implements SyncWriter {
  readonly #files: SyncFiles;
  readonly #path: string;
  readonly #target: Buffer[] = [];
  #length = 0;

  constructor(files: SyncFiles, path: string) {
    this.#files = files;
    this.#path = path;
  }

  async write(pieces: Buffer[]): Promise<void> {
    this.#target.push(...pieces);
    this.#length += pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (this.#length > MAX_SYMLINK_TARGET_BYTES) throw new Error("symbolic link target is too long");
  }

  async commit(): Promise<void> {
    await this.#files.symlink(Buffer.concat(this.#target).toString("utf8").replace(/\0+$/, ""), this.#path);
  }

  async abort(): Promise<void> {}
}
