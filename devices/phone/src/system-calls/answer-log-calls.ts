import type { LogCalls } from "@terrarium/phone-shell/system-calls/log-calls";
import type { SystemServer } from "@terrarium/phone-system/system-server";

export function answerLogCalls(system: SystemServer): LogCalls {
  const { log } = system;
  return {
    readLog: async (buffers, after, limit) => log.read(buffers, after, limit),
    followLog: (buffers, after, limit) => log.follow(buffers, after, limit),
    writeLog: async (record) => log.write(record),
    writeSystemLog: async (priority, tag, message) => system.activityLog.write(priority, tag, message),
    clearLog: async (buffers) => log.clear(buffers),
    resizeLog: async (buffers, limitBytes) => log.resize(buffers, limitBytes),
    logStatus: async (buffers) => log.status(buffers),
    startedMs: async () => system.startedMs,
  };
}
