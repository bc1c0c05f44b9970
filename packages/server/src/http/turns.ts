/** So many start before the event loop looks after everything else. */
const STARTS_AT_ONCE = 8;
/** So many of one key are under way before its others start, */
const UNDER_WAY = 8;
/** unless they take longer: then they wait for something, and hold up nobody. */
const UNDER_WAY_MS = 100;

/** Work that begins when it is called, and calls `done` when it is over. */
type Work = (done: () => void) => void;

interface Line {
  underWay: number;
  waiting: Work[];
}

/**
 * Lets work start a little at a time, in turn by its key, so that who asks for hundreds of things at once holds up
 * nobody else's: neither the event loop nor what stands behind it, such as connections to the database. How much may
 * wait is for the callers to bound.
 */
export class Turns {
  /** Since the event loop came round. */
  #started = 0;
  #comesRound = false;
  /** Of keys of which something waits or is under way. */
  readonly #lines = new Map<string, Line>();
  /** Of those keys whose turn it is next to start something, in the order of their turns. */
  readonly #ready = new Set<string>();

  /** How much has not begun. */
  get waiting(): number {
    return this.#lines.values().reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Starts the work now or later; that of one key in its order. */
  take(key: string, work: Work): void {
    let line = this.#lines.get(key);
    if (!line) this.#lines.set(key, (line = { underWay: 0, waiting: [] }));
    line.waiting.push(work);
    this.#ready.add(key);
    this.#startAll();
  }

  /** The same for work that is over when its promise is. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve) => this.take(key, (done) => resolve(work().finally(done))));
  }

  #startAll(): void {
    for (const key of this.#ready) {
      if (this.#started >= STARTS_AT_ONCE) return;
      // To be added again behind all others.
      this.#ready.delete(key);
      const line = this.#lines.get(key);
      if (!line || line.underWay >= UNDER_WAY) continue;
      const work = line.waiting.shift();
      if (!work) continue;
      if (line.waiting.length > 0) this.#ready.add(key);
      this.#start(key, line, work);
    }
  }

  #start(key: string, line: Line, work: Work): void {
    this.#started += 1;
    this.#comeRound();
    line.underWay += 1;
    let isUnderWay = true;
    const done = () => {
      if (!isUnderWay) return;
      isUnderWay = false;
      clearTimeout(timeout);
      line.underWay -= 1;
      if (line.waiting.length > 0) {
        this.#ready.add(key);
        this.#comeRound();
      } else if (line.underWay === 0) this.#lines.delete(key);
    };
    const timeout = setTimeout(done, UNDER_WAY_MS);
    work(done);
  }

  #comeRound(): void {
    if (this.#comesRound) return;
    this.#comesRound = true;
    setImmediate(() => {
      this.#comesRound = false;
      this.#started = 0;
      this.#startAll();
    });
  }
}
