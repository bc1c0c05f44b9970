import { setTimeout as sleep } from "node:timers/promises";
import type { XConnection } from "./x-connection.ts";
import { atom, numbers, property } from "./x-properties.ts";

const SUBSTRUCTURE_NOTIFY = 0x80000;
const NOTHING = 0;
const PROTOCOLS_READ = 32;
/** A program may have several connections to the server. Its second response shows that it has read all of them. */
const QUESTIONS = 2;
/** Timeout in milliseconds: a program that hangs does not block others. */
const ANSWER_WITHIN_MS = 2_000;
/** Far from the timestamps of a window manager's pings, so that no window manager takes the response for its own. */
const FIRST_STAMP = 0x7000_0000;

/** Pings the program in front (Extended Window Manager Hints, _NET_WM_PING). */
export class XPing {
  readonly #x: XConnection;
  readonly #atoms: { active: number; protocols: number; ping: number };
  readonly #asked = new Map<number, () => void>();
  #stamp = FIRST_STAMP;

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
   * Resolves when the program in front has processed all events sent until now. Resolves immediately if the program
   * does not support pings, and after a timeout if it hangs. Never rejects.
   */
  async caughtUp(): Promise<void> {
    try {
      const window = await this.#answering();
      if (window === undefined) return;
      for (let asked = 0; asked < QUESTIONS; asked++) if (!(await this.#answers(window))) return;
    } catch {
      // The window or the server has gone.
    }
  }

  /** Returns the window in front, or undefined if there is none or its program does not support pings. */
  async #answering(): Promise<number | undefined> {
    const { active, protocols, ping } = this.#atoms;
    const [window = NOTHING] = numbers(await property(this.#x, this.#x.root, active, 1));
    if (window === NOTHING) return undefined;
    const known = numbers(await property(this.#x, window, protocols, PROTOCOLS_READ));
    return known.includes(ping) ? window : undefined;
  }

  /** The response goes to listeners on the root window. Listens only while a ping is pending. */
  async #answers(window: number): Promise<boolean> {
    const { client, root } = this.#x;
    const { protocols, ping } = this.#atoms;
    const stamp = this.#stamp++;
    const over = new AbortController();
    const answered = new Promise<boolean>((resolve) => this.#asked.set(stamp, () => resolve(true)));
    const late = sleep(ANSWER_WITHIN_MS, false, { signal: over.signal, ref: false }).catch(() => false);
    client.ChangeWindowAttributes(root, { eventMask: SUBSTRUCTURE_NOTIFY });
    client.SendClientMessage(window, window, protocols, 32, [ping, stamp, window], NOTHING);
    const isAnswered = await Promise.race([answered, late]);
    over.abort();
    this.#asked.delete(stamp);
    if (this.#asked.size === 0) client.ChangeWindowAttributes(root, { eventMask: NOTHING });
    return isAnswered;
  }
}
