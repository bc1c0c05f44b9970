import { PORT_LIMITS } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import { Slots, takeAll } from "@terrarium/platform/base/slots";

/** Whose limits a connection counts towards. */
interface Holder {
  sandboxId: string;
  organizationId: string;
  /** Network of a caller without a token. Others are limited by their team. */
  network: string | undefined;
}

/**
 * Limits the connections to ports per sandbox, team and network. A browser loads a page over dozens of connections, so
 * those above the limit wait their turn for a while.
 */
export class PortSlots {
  readonly #sandboxes = new Slots(PORT_LIMITS.open.perSandbox);
  readonly #teams = new Slots(PORT_LIMITS.open.perTeam);
  readonly #networks = new Slots(PORT_LIMITS.open.perNetwork);
  /** Attempts of waiting connections by sandbox, in order. An attempt returns whether it got its slots. */
  readonly #waiting = new Map<string, Set<() => boolean>>();

  /**
   * Resolves with a function that frees the slots. Rejects with socket_limit if the queue is full or the wait too long,
   * and with the signal's reason if the client left.
   */
  async take(holder: Holder, signal: AbortSignal): Promise<() => void> {
    const queue = this.#waiting.get(holder.sandboxId);
    const slots = queue === undefined ? this.#take(holder) : undefined;
    return slots ?? this.#wait(holder, signal);
  }

  #take({ sandboxId, organizationId, network }: Holder): (() => void) | undefined {
    const free = takeAll(
      [this.#sandboxes, sandboxId],
      [this.#teams, organizationId],
      ...(network === undefined ? [] : [[this.#networks, network] as const]),
    );
    return (
      free &&
      (() => {
        free();
        this.#startWaiting();
      })
    );
  }

  async #wait(holder: Holder, signal: AbortSignal): Promise<() => void> {
    const { sandboxId } = holder;
    const queue = this.#waiting.get(sandboxId) ?? new Set();
    const full = new AppError("socket_limit", { limit: PORT_LIMITS.open.perSandbox });
    if (queue.size >= PORT_LIMITS.waiting.perSandbox) throw full;
    this.#waiting.set(sandboxId, queue);
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const attempt = () => {
      const free = this.#take(holder);
      if (free) resolve(free);
      return free !== undefined;
    };
    queue.add(attempt);
    // Leaves at once: an attempt after that would take slots for nobody.
    const giveUp = (reason: unknown) => {
      queue.delete(attempt);
      reject(reason);
    };
    const late = setTimeout(() => giveUp(full), PORT_LIMITS.waiting.longestMs);
    const leave = () => giveUp(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      signal.removeEventListener("abort", leave);
      queue.delete(attempt);
      if (queue.size === 0 && this.#waiting.get(sandboxId) === queue) this.#waiting.delete(sandboxId);
    }
  }

  #startWaiting(): void {
    for (const queue of this.#waiting.values())
      for (const attempt of queue) {
        if (!attempt()) break;
        queue.delete(attempt);
      }
  }
}
