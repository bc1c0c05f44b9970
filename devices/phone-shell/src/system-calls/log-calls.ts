import type {
  LogBufferName,
  LogBufferStatus,
  LogEntry,
  LogPriority,
  LogRecord,
} from "@terrarium/phone-system/log-buffer";

/** Device calls of `logcat` and `log`. */
export interface LogCalls {
  /** Returns the entries of these buffers after a sequence number, oldest first. */
  readLog(buffers: readonly LogBufferName[], after: number, limit: number): Promise<LogEntry[]>;
  /** Returns entries as `readLog` does, but waits for one if there is none. */
  followLog(buffers: readonly LogBufferName[], after: number, limit: number): Promise<LogEntry[]>;
  writeLog(record: LogRecord): Promise<void>;
  /** Writes to the buffer `system` as the system's own process. */
  writeSystemLog(priority: LogPriority, tag: string, message: string): Promise<void>;
  clearLog(buffers: readonly LogBufferName[]): Promise<void>;
  /** Returns false if the size is out of range. */
  resizeLog(buffers: readonly LogBufferName[], limitBytes: number): Promise<boolean>;
  logStatus(buffers: readonly LogBufferName[]): Promise<LogBufferStatus[]>;
  /** Returns the device's start time, as epoch ms. */
  startedMs(): Promise<number>;
}
