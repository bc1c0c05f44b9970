import { setTimeout as sleep } from "node:timers/promises";
import type { XConnection } from "./x-connection.ts";
import { atom, numbers, property } from "./x-properties.ts";

const substructureNotify = 0x80000;
const nothing = 0;
const protocolsRead = 32;
/** A program has more than one way to the server: when it answers the second time, it has looked at all of them. */
const questions = 2;
/** One that hangs does not keep others waiting. */
const answerWithinMs = 2_000;
/** Far from the numbers by which a window manager asks, so that none takes the answer for its own. */
const firstStamp = 0x7000_0000;

/** Asks the program in front whether it still answers (Extended Window Manager Hints, _NET_WM_PING). */
export class XPing {
  readonly #x: XConnection;
  readonly #atoms: { active: number; protocols: number; ping: number };
  readonly #asked = new Map<number, () => void>();
  #stamp = firstStamp;

  private constructor(x: XConnection, atoms: { active: number; protocols: number; ping: number }) {
    this.#x = x;
    this.#atoms = atoms;
    x.onEvent(({ name, data = [] }) => {
      const [protocol, stamp = 0] = data;
      if (name === "ClientMessage" && protocol === atoms.ping) this.#asked.get(stamp)?.();
    });
  }

  static async of(x: XConnection): Promise<XPing> {
    const [active, protocols, ping] = await Promise.all([
      atom(x, "_NET_ACTIVE_WINDOW"),
      atom(x, "WM_PROTOCOLS"),
      atom(x, "_NET_WM_PING"),
    ]);
    return new XPing(x, { active, protocols, ping });
  }

  /**
   * Resolves when the program in front has dealt with all that the server has told it until now; at once if it is none
   * that says so, after a while if it hangs. Never rejects.
   */
  async caughtUp(): Promise<void> {
    try {
      const window = await this.#answering();
      if (window === undefined) return;
      for (let asked = 0; asked < questions; asked++) if (!(await this.#answers(window))) return;
    } catch {
      // The window has gone, or the server.
    }
  }

  /** The window in front; undefined if there is none, or its program does not know the question. */
  async #answering(): Promise<number | undefined> {
    const { active, protocols, ping } = this.#atoms;
    const [window = nothing] = numbers(await property(this.#x, this.#x.root, active, 1));
    if (window === nothing) return undefined;
    const known = numbers(await property(this.#x, window, protocols, protocolsRead));
    return known.includes(ping) ? window : undefined;
  }

  /** The answer goes to whoever hears of the root's windows: of those nobody hears here for longer than it takes. */
  async #answers(window: number): Promise<boolean> {
    const { client, root } = this.#x;
    const { protocols, ping } = this.#atoms;
    const stamp = this.#stamp++;
    const over = new AbortController();
    const answered = new Promise<boolean>((resolve) => this.#asked.set(stamp, () => resolve(true)));
    const late = sleep(answerWithinMs, false, { signal: over.signal, ref: false }).catch(() => false);
    client.ChangeWindowAttributes(root, { eventMask: substructureNotify });
    client.SendClientMessage(window, window, protocols, 32, [ping, stamp, window], nothing);
    const isAnswered = await Promise.race([answered, late]);
    over.abort();
    this.#asked.delete(stamp);
    if (this.#asked.size === 0) client.ChangeWindowAttributes(root, { eventMask: nothing });
    return isAnswered;
  }
}
