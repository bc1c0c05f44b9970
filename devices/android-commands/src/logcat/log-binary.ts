import { LOG_BUFFER_NAMES, LOG_PRIORITIES, type LogEntry } from "@terrarium/phone-system/log-buffer";

/** Length of struct logger_entry (AOSP log/log_read.h). */
const HEADER_BYTES = 28;
/** Number of the priority verbose (AOSP android/log.h, android_LogPriority). */
const FIRST_PRIORITY = 2;
/** Numbers of the buffers (AOSP android/log.h, log_id_t). */
const BUFFER_NUMBERS = { main: 0, radio: 1, events: 2, system: 3, crash: 4 } satisfies Record<
  (typeof LOG_BUFFER_NAMES)[number],
  number
>;

/**
 * Encodes the entry as `logcat -B` writes it: a logger_entry, the priority, the tag and the message. Tag and message
 * each end with a NUL.
 */
export function binaryLogEntry({ buffer, timeMs, priority, tag, message, pid, tid, uid }: LogEntry): Buffer {
  const payload = Buffer.concat([
    Buffer.of(FIRST_PRIORITY + LOG_PRIORITIES.indexOf(priority)),
    Buffer.from(`${tag}\0${message}\0`),
  ]);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16LE(payload.length, 0);
  header.writeUInt16LE(HEADER_BYTES, 2);
  header.writeInt32LE(pid, 4);
  header.writeUInt32LE(tid, 8);
  header.writeUInt32LE(Math.floor(timeMs / 1000), 12);
  header.writeUInt32LE(Math.floor((timeMs % 1000) * 1e6), 16);
  header.writeUInt32LE(BUFFER_NUMBERS[buffer], 20);
  header.writeUInt32LE(uid, 24);
  return Buffer.concat([header, payload]);
}
