/**
 * Limits of the work that devices cause. A flood of small packets is limited to `roundMs` per round and to some
 * thousand packets per second. Transfers of large packets are only divided into rounds.
 */
export interface TurnLimits {
  /** Time and number of items after which the event loop handles other work. */
  roundMs: number;
  roundItems: number;
  /** Bytes that make one item free of charge. */
  freeBytes: number;
  /** Charged items per second, and their burst. */
  device: ItemRate;
  team: ItemRate;
}

interface ItemRate {
  perSecond: number;
  burst: number;
}

/** The burst allows a folder of 10,000 entries. A packet costs the server some 30 µs. */
const LIMITS: TurnLimits = {
  roundMs: 2,
  roundItems: 128,
  freeBytes: 4_096,
  device: { perSecond: 4_000, burst: 24_000 },
  team: { perSecond: 12_000, burst: 48_000 },
};

/** One device's share of the event loop. */
export interface DeviceShare {
  /**
   * Charges items (packets, messages, folder entries) that arrived from the device in the given bytes. Returns a
   * promise if they must wait for the device's turn. Never rejects.
   */
  take(items: number, bytes: number): Promise<void> | undefined;
  /** Called at the end of the device's connection. */
  leave(): void;
}

interface Team {
  bucket: Bucket;
  devices: number;
  waiting: { items: number; goOn: () => void }[];
}

/**
 * Divides the event loop among devices. Each round serves one device for a moment; then the server handles other work.
 * Teams take turns, whatever the number of their devices.
 */
export class DeviceTurns {
  readonly #limits: TurnLimits;
  readonly #now: () => number;
  readonly #teams = new Map<string, Team>();
  /** Teams with a waiting device; the next one comes first. */
  readonly #queue = new Set<Team>();
  #round: { team: Team; endsAt: number; itemsLeft: number } | undefined;
  #isScheduled = false;

  constructor(limits: TurnLimits = LIMITS, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Adds a device of a team. */
  join(teamName: string): DeviceShare {
    const team = this.#teams.get(teamName) ?? { bucket: this.#bucket("team"), devices: 0, waiting: [] };
    this.#teams.set(teamName, team);
    team.devices += 1;
    const device = this.#bucket("device");
    let hasLeft = false;
    return {
      take: (items, bytes) => {
        const charged = Math.max(0, items - Math.floor(bytes / this.#limits.freeBytes));
        // Free items do not wait, so a flood on one stream does not slow transfers on others.
        const waitMs = charged === 0 ? 0 : Math.max(device.take(charged), team.bucket.take(charged));
        if (waitMs > 0) return this.#late(team, items, waitMs);
        return this.#mayGoOn(team, items) ? undefined : this.#turn(team, items);
      },
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        team.devices -= 1;
        if (team.devices === 0) this.#teams.delete(teamName);
      },
    };
  }

  #bucket(kind: "device" | "team"): Bucket {
    return new Bucket(this.#limits[kind], this.#now);
  }

  async #late(team: Team, items: number, waitMs: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    await this.#turn(team, items);
  }

  #mayGoOn(team: Team, items: number): boolean {
    if (!this.#round) {
      if (this.#queue.size > 0) return false;
      this.#begin(team);
    }
    const round = this.#round;
    if (round?.team !== team && this.#queue.size > 0) return false;
    if (!round || round.itemsLeft <= 0 || this.#now() >= round.endsAt) return false;
    round.itemsLeft -= items;
    return true;
  }

  #turn(team: Team, items: number): Promise<void> {
    return new Promise((goOn) => {
      team.waiting.push({ items, goOn });
      this.#queue.add(team);
      this.#schedule();
    });
  }

  #begin(team: Team, items = 0): void {
    const { roundMs, roundItems } = this.#limits;
    this.#round = { team, endsAt: this.#now() + roundMs, itemsLeft: roundItems - items };
    this.#schedule();
  }

  /** Continues in the next round of the event loop. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#round = undefined;
      this.#next();
    });
  }

  #next(): void {
    const [team] = this.#queue;
    if (!team) return;
    this.#queue.delete(team);
    const next = team.waiting.shift();
    if (team.waiting.length > 0) this.#queue.add(team);
    this.#begin(team, next?.items);
    next?.goOn();
  }
}

/** A token bucket that may go into debt. */
class Bucket {
  readonly #rate: ItemRate;
  readonly #now: () => number;
  #items: number;
  #filledAt: number;

  constructor(rate: ItemRate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
    this.#items = rate.burst;
    this.#filledAt = now();
  }

  /** Takes items; returns the time until the debt is paid, in milliseconds. */
  take(items: number): number {
    const { perSecond, burst } = this.#rate;
    const now = this.#now();
    this.#items = Math.min(burst, this.#items + ((now - this.#filledAt) * perSecond) / 1_000) - items;
    this.#filledAt = now;
    return this.#items >= 0 ? 0 : (-this.#items * 1_000) / perSecond;
  }
}

/** Turns of all devices of this process, which has one event loop. */
export const deviceTurns = new DeviceTurns();
