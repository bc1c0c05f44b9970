import { cutTextToBytes } from "@terrarium/bounds/cut-text";
import type { Clock } from "./clock.ts";

/** The device's log, structured like logd's: a ring of entries per buffer (AOSP system/logging, log_id.h). */

export const LOG_BUFFER_NAMES = ["main", "radio", "events", "system", "crash"] as const;
export type LogBufferName = (typeof LOG_BUFFER_NAMES)[number];

/** Priorities by letter, from verbose to fatal; a filter may also use S, silent (AOSP android/log.h). */
export const LOG_PRIORITIES = ["V", "D", "I", "W", "E", "F"] as const;
export type LogPriority = (typeof LOG_PRIORITIES)[number];

export interface LogEntry {
  /** Number of the entry across all buffers, from 1. */
  sequence: number;
  buffer: LogBufferName;
  timeMs: number;
  priority: LogPriority;
  tag: string;
  message: string;
  pid: number;
  tid: number;
  uid: number;
}

/** An entry's fields that the writer provides; the log adds the rest. */
export interface LogRecord {
  priority: LogPriority;
  tag: string;
  message: string;
  buffer?: LogBufferName;
  pid: number;
  tid?: number;
  uid?: number;
}

export interface LogBufferStatus {
  buffer: LogBufferName;
  limitBytes: number;
  usedBytes: number;
  entries: number;
}

/** AOSP log/log_read.h: LOGGER_ENTRY_MAX_PAYLOAD and LOGGER_ENTRY_MAX_LEN. */
export const MAX_LOG_PAYLOAD_BYTES = 4068;
export const MAX_LOG_ENTRY_BYTES = 5 * 1024;
const ENTRY_HEADER_BYTES = 28;
const DEFAULT_LIMIT_BYTES = 256 * 1024;
/**
 * AOSP logd/LogSize.h, kLogBufferMinSize and kLogBufferMaxSize; these limits are smaller, because the log is kept in
 * memory.
 */
const LOG_LIMITS = { minBytes: 64 * 1024, maxBytes: 16 * 1024 * 1024 };

interface Ring {
  entries: LogEntry[];
  /** Index of the first valid entry; earlier ones were dropped, and are removed occasionally. */
  first: number;
  usedBytes: number;
  limitBytes: number;
}

/** Several ring buffers of entries in a common order. New entries displace old ones. */
export class LogBuffers {
  readonly #rings: Record<LogBufferName, Ring>;
  readonly #waiting = new Set<() => void>();
  readonly #clock: Pick<Clock, "nowMs">;
  #sequence = 0;

  constructor(clock: Pick<Clock, "nowMs">) {
    this.#clock = clock;
    const ring = (): Ring => ({ entries: [], first: 0, usedBytes: 0, limitBytes: DEFAULT_LIMIT_BYTES });
    this.#rings = { main: ring(), radio: ring(), events: ring(), system: ring(), crash: ring() };
  }

  /** Sequence number of the newest entry, 0 if there is none. */
  get newest(): number {
    return this.#sequence;
  }

  write({ buffer = "main", tid, uid = 1000, message, tag: given, ...record }: LogRecord): void {
    const tag = cutTextToBytes(given, MAX_LOG_PAYLOAD_BYTES);
    const ring = this.#rings[buffer];
    const entry: LogEntry = {
      ...record,
      tag,
      message: cutTextToBytes(message, MAX_LOG_PAYLOAD_BYTES - Buffer.byteLength(tag)),
      sequence: ++this.#sequence,
      buffer,
      timeMs: this.#clock.nowMs(),
      tid: tid ?? record.pid,
      uid,
    };
    ring.entries.push(entry);
    ring.usedBytes += sizeOf(entry);
    trim(ring);
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** Returns the entries of these buffers after a sequence number, oldest first, at most `limit`. */
  read(buffers: readonly LogBufferName[], after = 0, limit = Infinity): LogEntry[] {
    const found = buffers.flatMap((buffer) => {
      const { entries, first } = this.#rings[buffer];
      const start = entries.findIndex(({ sequence }, index) => index >= first && sequence > after);
      return start < 0 ? [] : entries.slice(start);
    });
    return found.toSorted((a, b) => a.sequence - b.sequence).slice(0, limit);
  }

  /** Returns entries like `read`, but waits for the first one if there is none. */
  async follow(buffers: readonly LogBufferName[], after: number, limit: number): Promise<LogEntry[]> {
    for (;;) {
      const entries = this.read(buffers, after, limit);
      if (entries.length > 0) return entries;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  clear(buffers: readonly LogBufferName[]): void {
    for (const buffer of buffers) Object.assign(this.#rings[buffer], { entries: [], first: 0, usedBytes: 0 });
  }

  /** Sets the buffers' size; returns false if the size is out of bounds. */
  resize(buffers: readonly LogBufferName[], limitBytes: number): boolean {
    if (!(limitBytes >= LOG_LIMITS.minBytes && limitBytes <= LOG_LIMITS.maxBytes)) return false;
    for (const buffer of buffers) {
      const ring = this.#rings[buffer];
      ring.limitBytes = limitBytes;
      trim(ring);
    }
    return true;
  }

  status(buffers: readonly LogBufferName[]): LogBufferStatus[] {
    return buffers.map((buffer) => {
      const { limitBytes, usedBytes, entries, first } = this.#rings[buffer];
      return { buffer, limitBytes, usedBytes, entries: entries.length - first };
    });
  }
}

function sizeOf({ tag, message }: LogEntry): number {
  return ENTRY_HEADER_BYTES + Buffer.byteLength(tag) + Buffer.byteLength(message) + 3;
}

function trim(ring: Ring): void {
  while (ring.usedBytes > ring.limitBytes) {
    const oldest = ring.entries[ring.first];
    if (!oldest) break;
    ring.usedBytes -= sizeOf(oldest);
    ring.first += 1;
  }
  // Removing dropped entries copies the rest, so it waits until half are dropped.
  if (ring.first > 64 && ring.first * 2 > ring.entries.length) {
    ring.entries = ring.entries.slice(ring.first);
    ring.first = 0;
  }
}
