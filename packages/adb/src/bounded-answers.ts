/**
 * Lengths that a device says in its answers, looked at before somebody makes room for them. Sources: AOSP
 * packages/modules/adb, shell_protocol.h, SYNC.TXT and file_sync_protocol.h.
 */
import { AdbProtocolError } from "./packet.ts";
import { maxShellDataBytes, shellHeaderBytes } from "./shell-protocol.ts";
import { maxSyncDataBytes, maxSyncPathBytes } from "./sync-codec.ts";

/** The beginning of a piece, in bytes, and how many messages begin in it. */
export interface Looked {
  bytes: number;
  items: number;
}

/**
 * Looks at the next piece of a stream, whatever its size: at all of it, or at its beginning if many messages are in it.
 * The rest is to be looked at next. Throws AdbProtocolError at what no device answers.
 */
export type AnswerCheck = (piece: Uint8Array) => Looked;

/** What is looked at next of a stream, or passed over, in bytes. */
type Step = { look: number } | { pass: number };
type Framing = Generator<Step, never, Buffer>;

const LOOKED_AT_MAX = 8;
/** Parts of messages that are looked at in one go. A piece of 1 MiB may hold 200,000 messages. */
const LOOKS_MAX = 32;

/** Of a `shell,v2` stream: adbd's packets have at most a payload's size. */
export const boundedShell = (): AnswerCheck => follow(shellPackets());

/**
 * Of a `sync:` stream on which a listing or a file is the last that is asked for: how long the answer is that ends it
 * (DONE) depends on the request.
 */
export const boundedSync = (): AnswerCheck => follow(syncAnswers());

function* shellPackets(): Framing {
  for (;;) {
    const header = yield { look: shellHeaderBytes };
    yield { pass: within(maxShellDataBytes, "shell packet", header.readUInt32LE(1)) };
  }
}

/** The bytes between an answer's id and, where it has one, its length. */
const FIXED_BYTES: Readonly<Record<string, number>> = { OKAY: 4, STAT: 12, STA2: 68, LST2: 68, DENT: 12, DNT2: 68 };
/** How much follows the length, at most: a name in a folder, part of a file, or why not. */
const REST_BYTES: Readonly<Record<string, number>> = {
  DENT: maxSyncPathBytes,
  DNT2: maxSyncPathBytes,
  DATA: maxSyncDataBytes,
  FAIL: maxSyncDataBytes,
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

/** Follows a framing from piece to piece; what it passes over is not held. */
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
