import { DEVICE_LIMITS } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";

export type WorkLimits = { readonly [Name in keyof typeof DEVICE_LIMITS.work]: number };

interface Waiting {
  begin(): void;
}

interface Device {
  running: number;
  waiting: Set<Waiting>;
}

/**
 * Queue of work on devices. Limits the concurrent work per device and in total, the queue per device, and the waiting
 * time. Devices take turns, so that one with a long queue does not block others.
 */
export class WorkQueue {
  readonly #limits: WorkLimits;
  /** Devices with work. A device moves to the end after its turn. */
  readonly #devices = new Map<string, Device>();
  #running = 0;

  constructor(limits: WorkLimits = DEVICE_LIMITS.work) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#devices.values().reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /** Runs work in its turn. Rejects with device_busy if the queue is full or the work waits too long. */
  async run<Result>(sandboxId: string, work: () => Promise<Result>): Promise<Result> {
    const device = this.#devices.get(sandboxId) ?? { running: 0, waiting: new Set() };
    this.#devices.set(sandboxId, device);
    if (device.waiting.size >= this.#limits.waiting) throw deviceBusy(sandboxId);
    await this.#turn(sandboxId, device);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      device.running -= 1;
      if (device.running === 0 && device.waiting.size === 0) this.#devices.delete(sandboxId);
      this.#beginNext();
    }
  }

  /** Resolves when the work may start. */
  #turn(sandboxId: string, device: Device): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        device.waiting.delete(waiting);
        if (device.running === 0 && device.waiting.size === 0) this.#devices.delete(sandboxId);
        reject(deviceBusy(sandboxId));
      }, this.#limits.longestWaitMs);
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(late);
          device.waiting.delete(waiting);
          device.running += 1;
          this.#running += 1;
          resolve();
        },
      };
      device.waiting.add(waiting);
      this.#beginNext();
    });
  }

  /** Starts one work of the next device, if the limits allow it. */
  #beginNext(): void {
    if (this.#running >= this.#limits.runningTotal) return;
    for (const [sandboxId, device] of this.#devices) {
      const [first] = device.waiting;
      if (!first || device.running >= this.#limits.running) continue;
      this.#devices.delete(sandboxId);
      this.#devices.set(sandboxId, device);
      return first.begin();
    }
  }
}

/** Returns the error for a device under too much load. */
export function deviceBusy(sandboxId: string): AppError {
  return new AppError("device_busy", { sandboxId, retryAfterSeconds: DEVICE_LIMITS.retryAfterSeconds });
}
