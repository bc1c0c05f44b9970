import type {
  LogBufferName,
  LogBufferStatus,
  LogEntry,
  LogPriority,
  LogRecord,
} from "@terrarium/phone-system/log-buffer";

/** What `logcat` and `log` ask of the device. */
export interface LogCalls {
  /** The entries of these buffers after a sequence, oldest first. */
  readLog(buffers: readonly LogBufferName[], after: number, limit: number): Promise<LogEntry[]>;
  /** As `readLog`, but waits for an entry if there is none. */
  followLog(buffers: readonly LogBufferName[], after: number, limit: number): Promise<LogEntry[]>;
  writeLog(record: LogRecord): Promise<void>;
  /** Writes as the system's own process, to the buffer `system`. */
  writeSystemLog(priority: LogPriority, tag: string, message: string): Promise<void>;
  clearLog(buffers: readonly LogBufferName[]): Promise<void>;
  /** False if the size is out of bounds. */
  resizeLog(buffers: readonly LogBufferName[], limitBytes: number): Promise<boolean>;
  logStatus(buffers: readonly LogBufferName[]): Promise<LogBufferStatus[]>;
  /** When the device started, as epoch ms. */
  startedMs(): Promise<number>;
}
