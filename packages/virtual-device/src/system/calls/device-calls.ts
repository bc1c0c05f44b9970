import { ContentError, type ContentRow } from "@terrarium/phone-system/content/content-provider";
import type { ContentQuery } from "@terrarium/phone-system/content/content-resolver";
import type { SystemServer } from "@terrarium/phone-system/system-server";

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

export interface DeviceCallOptions {
  system: SystemServer;
  storage: () => { usedBytes: number; limitBytes: number };
  reboot: () => Promise<void>;
}

export function createDeviceCalls({ system, storage, reboot }: DeviceCallOptions): DeviceCalls {
  const { properties } = system;
  return {
    getProperty: async (name) => properties.get(name),
    listProperties: async () => properties.list(),
    setProperty: (name, value) => properties.set(name, value),
    nextPropertyChange: () =>
      new Promise((resolve) => {
        const stop = properties.onChange((name, value) => {
          stop();
          resolve([name, value]);
        });
      }),
    storage: async () => storage(),
    usage: async () => {
      const { user, system: kernel } = process.cpuUsage();
      return { memoryBytes: process.memoryUsage.rss(), busyMs: (user + kernel) / 1000 };
    },
    uptimeS: async () => (Date.now() - system.startedMs) / 1000,
    reboot,
    stopSystem: () => system.stop(),
    startSystem: () => system.start(),
    contentQuery: async (uri, query) => answer(() => system.ui.content.query(uri, query)),
    contentInsert: async (uri, values) => answer(() => system.ui.content.insert(uri, values)),
    contentUpdate: async (uri, values, where) => answer(() => system.ui.content.update(uri, values, where)),
    contentDelete: async (uri, where) => answer(() => system.ui.content.delete(uri, where)),
  };
}

function answer<Value>(run: () => Value): ContentAnswer<Value> {
  try {
    return { value: run() };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { error: { name: error.name, message: error.message } };
  }
}
