import { type ContentRow } from "@terrarium/phone-system/content/content-provider";
import type { ContentQuery } from "@terrarium/phone-system/content/content-resolver";

/** Result of a content call: its value, or the exception that `content` prints. */
export type ContentAnswer<Value> = { value: Value } | { error: { name: string; message: string } };

/** Calls of commands that concern the whole device. */
export interface DeviceCalls {
  getProperty(name: string): Promise<string | undefined>;
  listProperties(): Promise<[name: string, value: string][]>;
  /** Returns an error text, or undefined after success. */
  setProperty(name: string, value: string): Promise<string | undefined>;
  /** Resolves with the next change of a property. */
  nextPropertyChange(): Promise<[name: string, value: string]>;
  storage(): Promise<{ usedBytes: number; limitBytes: number }>;
  uptimeS(): Promise<number>;
  /** Lets time pass, if it passes only with actions. */
  passTime(ms: number): Promise<void>;
  /** Returns the memory use and the processor time of the device's only process since its start. */
  usage(): Promise<{ memoryBytes: number; busyMs: number }>;
  /** Restarts the system layer. This closes the caller's own connection. */
  reboot(): Promise<void>;
  /** Stops or starts the screen and the apps. */
  stopSystem(): Promise<void>;
  startSystem(): Promise<void>;
  /** Returns the URIs of the apps' content, for the help of `content`. */
  contentUris(): Promise<string[]>;
  contentQuery(uri: string, query: ContentQuery): Promise<ContentAnswer<ContentRow[]>>;
  contentInsert(uri: string, values: ContentRow): Promise<ContentAnswer<string>>;
  contentUpdate(uri: string, values: ContentRow, where: string | undefined): Promise<ContentAnswer<number>>;
  contentDelete(uri: string, where: string | undefined): Promise<ContentAnswer<number>>;
}
