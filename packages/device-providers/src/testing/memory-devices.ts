import { AppError } from "@terrarium/platform/base/app-error";
import type {
  CreatedDevice,
  DeviceProvider,
  DeviceState,
  DeviceUse,
  ExitListener,
  StoppedDeviceSpec,
} from "../provider.ts";

/** For tests: in-memory devices of the provider "memory". The test controls their behavior. */
export function createMemoryDevices(shared = false) {
  const running = new Map<string, StoppedDeviceSpec>();
  const stopped = new Set<string>();
  const listeners: Array<(sandboxId: string, detail: string) => void> = [];
  const strandedListeners: ExitListener[] = [];
  let beforeReady: (spec: StoppedDeviceSpec) => Promise<void> = async () => {};
  let beforeStopped: () => Promise<void> = async () => {};
  let isStuck = false;
  let isFull = false;
  let own: Partial<CreatedDevice> = {};
  let use: DeviceUse = { cpuSeconds: 1, memoryBytes: 1024 ** 2 };
  const provider: DeviceProvider = {
    name: "memory",
    shared,
    stops: {
      async stop(id) {
        if (isStuck) throw new Error("no file descriptors left");
        await beforeStopped();
        if (running.delete(id)) stopped.add(id);
      },
      async start(spec) {
        await beforeReady(spec);
        if (!stopped.delete(spec.sandboxId)) throw new Error("its stored data is gone");
        running.set(spec.sandboxId, spec);
        return { address: { host: "127.0.0.1", port: 5557 } };
      },
    },
    requireRoom: async () => {
      if (isFull) throw new AppError("no_space");
    },
    async create(spec) {
      await beforeReady(spec);
      running.set(spec.sandboxId, spec);
      const { widthPx, heightPx } = spec;
      return { address: { host: "127.0.0.1", port: 5555 }, screen: { widthPx, heightPx }, ...own };
    },
    inspect: async (id): Promise<DeviceState> =>
      running.has(id)
        ? { state: "running", address: { host: "127.0.0.1", port: 5556 } }
        : { state: "gone", detail: "killed" },
    measure: async (id) => (running.has(id) ? use : undefined),
    async destroy(id) {
      if (isStuck) throw new Error("no file descriptors left");
      running.delete(id);
      stopped.delete(id);
    },
    list: async () => [...running.keys(), ...stopped].map((sandboxId) => ({ sandboxId, startedAt: 0 })),
    onExit: (listener) => void listeners.push(listener),
    onStranded: (listener) => void strandedListeners.push(listener),
    close: async () => {},
  };
  return {
    provider,
    running,
    stopped,
    /** Delays the readiness of devices by this task. */
    whileStarting: (task: typeof beforeReady) => void (beforeReady = task),
    /** Delays the stop of devices by this task. */
    whileStopping: (task: typeof beforeStopped) => void (beforeStopped = task),
    /** Sets the devices' own properties, instead of the requested ones. */
    setOwn: (properties: typeof own) => void (own = properties),
    /** Sets what devices use. */
    setUse: (now: DeviceUse) => void (use = now),
    /** While full, there is no room for another device. */
    setFull: (now: boolean) => void (isFull = now),
    /** While stuck, devices cannot be removed. */
    setStuck: (now: boolean) => void (isStuck = now),
    /** Reports that a device's files have become read-only. */
    strand: (id: string) => strandedListeners.forEach((listener) => listener(id, "read-only", "its files failed")),
    crash(id: string) {
      running.delete(id);
      for (const listener of listeners) listener(id, "out of memory");
    },
  };
}
