import { DEVICE_LIMITS } from "@terrarium/contract/limits";
import { AppError } from "../base/app-error.ts";

export type WorkLimits = { readonly [Name in keyof typeof DEVICE_LIMITS.work]: number };

interface Waiting {
  begin(): void;
}

interface Device {
  running: number;
  waiting: Set<Waiting>;
}

/**
 * Does work on devices: so much at once on one device and on all, so much waiting for each device and not for long. The
 * devices take turns, so that one on which much waits holds up no other.
 */
export class WorkQueue {
  readonly #limits: WorkLimits;
  /** Those with work. Whose turn it was goes to the end. */
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

  /** Does some work in its turn. Rejects with device_busy if too much waits already, or it waits for too long. */
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

  /** Resolves when the work may begin. */
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

  /** Begins one work of the device whose turn it is, if there is room for one. */
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

/** Why a device does not do what it is asked now. */
export function deviceBusy(sandboxId: string): AppError {
  return new AppError("device_busy", { sandboxId, retryAfterSeconds: DEVICE_LIMITS.retryAfterSeconds });
}
