import type { ContentAnswer, DeviceCalls } from "@terrarium/phone-shell/system-calls/device-calls";
import { ContentError } from "@terrarium/phone-system/content/content-provider";
import type { SystemServer } from "@terrarium/phone-system/system-server";

export interface DeviceCallOptions {
  system: SystemServer;
  storage: () => { usedBytes: number; limitBytes: number };
  reboot: () => Promise<void>;
}

export function answerDeviceCalls({ system, storage, reboot }: DeviceCallOptions): DeviceCalls {
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
    uptimeS: async () => (system.clock.nowMs() - system.startedMs) / 1000,
    passTime: async (ms) => system.clock.pass(ms),
    reboot,
    stopSystem: () => system.stop(),
    startSystem: () => system.start(),
    contentUris: async () => system.ui.content.uris,
    contentQuery: async (uri, query) => {
      system.clock.settle();
      return answer(() => system.ui.content.query(uri, query));
    },
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
