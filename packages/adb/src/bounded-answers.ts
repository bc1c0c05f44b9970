/**
 * Checks the lengths in a device's responses before memory is allocated for them. Sources: AOSP packages/modules/adb,
 * shell_protocol.h, SYNC.TXT and file_sync_protocol.h.
 */
import { AdbProtocolError } from "./packet.ts";
import { MAX_SHELL_DATA_BYTES, SHELL_HEADER_BYTES } from "./shell-protocol.ts";
import { MAX_SYNC_DATA_BYTES, MAX_SYNC_PATH_BYTES } from "./sync-codec.ts";

/** Size of the checked start of a piece, in bytes, and the number of messages that start in it. */
export interface Looked {
  bytes: number;
  items: number;
}

/**
 * Function that checks the next piece of a stream, of any size: all of it, or its start if it contains many messages.
 * The rest must be passed next. Throws AdbProtocolError for responses that no device sends.
 */
export type AnswerCheck = (piece: Uint8Array) => Looked;

/** Number of bytes to check next, or to skip. */
type Step = { look: number } | { pass: number };
type Framing = Generator<Step, never, Buffer>;

const LOOKED_AT_MAX = 8;
/** Limit of message parts checked per call. A piece of 1 MiB may contain 200,000 messages. */
const LOOKS_MAX = 32;

/** Returns a check for a `shell,v2` stream: adbd's packets have at most a payload's size. */
export const boundedShell = (): AnswerCheck => follow(shellPackets());

/**
 * Returns a check for a `sync:` stream with a listing or a file as its last request: the length of the response that
 * ends it (DONE) depends on the request.
 */
export const boundedSync = (): AnswerCheck => follow(syncAnswers());

function* shellPackets(): Framing {
  for (;;) {
    const header = yield { look: SHELL_HEADER_BYTES };
    yield { pass: within(MAX_SHELL_DATA_BYTES, "shell packet", header.readUInt32LE(1)) };
  }
}

/** Number of bytes between a response's id and its length, if it has one. */
const FIXED_BYTES: Readonly<Record<string, number>> = { OKAY: 4, STAT: 12, STA2: 68, LST2: 68, DENT: 12, DNT2: 68 };
/** Limit of the bytes after the length: a file name, part of a file, or an error message. */
const REST_BYTES: Readonly<Record<string, number>> = {
  DENT: MAX_SYNC_PATH_BYTES,
  DNT2: MAX_SYNC_PATH_BYTES,
  DATA: MAX_SYNC_DATA_BYTES,
  FAIL: MAX_SYNC_DATA_BYTES,
};
const LONGEST_DONE_BYTES = 76;

function* syncAnswers(): Framing {
  for (;;) {
    const id = (yield { look: 4 }).toString("latin1");
    if (id === "DONE") break;
    const [fixed, rest] = [FIXED_BYTES[id], REST_BYTES[id]];
    if (fixed === undefined && rest === undefined) throw new AdbProtocolError("unknown sync answer");
    yield { pass: fixed ?? 0 };
    if (rest !== undefined) yield { pass: within(rest, `sync answer ${id}`, (yield { look: 4 }).readUInt32LE(0)) };
  }
  yield { pass: LONGEST_DONE_BYTES - 4 };
  yield { look: 1 };
  throw new AdbProtocolError("sync answer after the last one");
}

function within(maxBytes: number, what: string, bytes: number): number {
  if (bytes > maxBytes) throw new AdbProtocolError(`${what} of ${bytes} bytes exceeds the limit of ${maxBytes}`);
  return bytes;
}

/** Returns a check that follows a framing across pieces; skipped data is not stored. */
function follow(framing: Framing): AnswerCheck {
  const looked = Buffer.alloc(LOOKED_AT_MAX);
  let lookedBytes = 0;
  let looksAt = false;
  let leftBytes = 0;
  const goOn = (): void => {
    do {
      const { value } = framing.next(looked.subarray(0, lookedBytes));
      lookedBytes = 0;
      looksAt = "look" in value;
      leftBytes = "look" in value ? value.look : value.pass;
    } while (leftBytes === 0);
  };
  goOn();
  return (piece) => {
    let offset = 0;
    let items = 0;
    while (offset < piece.length && items < LOOKS_MAX) {
      const taken = Math.min(leftBytes, piece.length - offset);
      if (looksAt) {
        looked.set(piece.subarray(offset, offset + taken), lookedBytes);
        lookedBytes += taken;
      }
      offset += taken;
      leftBytes -= taken;
      if (leftBytes > 0) break;
      if (looksAt) items += 1;
      goOn();
    }
    return { bytes: offset, items };
  };
}
