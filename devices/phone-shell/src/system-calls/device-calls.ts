import { type ContentRow } from "@terrarium/phone-system/content/content-provider";
import type { ContentQuery } from "@terrarium/phone-system/content/content-resolver";

/** What became of a content call: what was asked for, or the exception that `content` prints. */
export type ContentAnswer<Value> = { value: Value } | { error: { name: string; message: string } };

/** What commands ask of the device as a whole. */
export interface DeviceCalls {
  getProperty(name: string): Promise<string | undefined>;
  listProperties(): Promise<[name: string, value: string][]>;
  /** Answers with what was wrong, if anything. */
  setProperty(name: string, value: string): Promise<string | undefined>;
  /** Answers with the next change of a property. */
  nextPropertyChange(): Promise<[name: string, value: string]>;
  storage(): Promise<{ usedBytes: number; limitBytes: number }>;
  uptimeS(): Promise<number>;
  /** What the one process that the device is uses, of memory and, since it began, of the processor. */
  usage(): Promise<{ memoryBytes: number; busyMs: number }>;
  /** Restarts the system layer. The caller's own connection ends with it. */
  reboot(): Promise<void>;
  /** Ends or starts the screen and the apps. */
  stopSystem(): Promise<void>;
  startSystem(): Promise<void>;
  contentQuery(uri: string, query: ContentQuery): Promise<ContentAnswer<ContentRow[]>>;
  contentInsert(uri: string, values: ContentRow): Promise<ContentAnswer<string>>;
  contentUpdate(uri: string, values: ContentRow, where: string | undefined): Promise<ContentAnswer<number>>;
  contentDelete(uri: string, where: string | undefined): Promise<ContentAnswer<number>>;
}
