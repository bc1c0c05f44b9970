/** Number of starts per event loop round. */
const STARTS_AT_ONCE = 8;
/** Running items of one key, and of one group, before their others wait. */
const UNDER_WAY = { key: 8, group: 16 };
/** Time after which running work no longer counts: it waits for something and blocks no others. */
const UNDER_WAY_MS = 100;

/** Work that begins when called, and calls `done` when it is finished. */
type Work = (done: () => void) => void;

interface Group {
  name: string;
  lines: Map<string, Line>;
  underWay: number;
  /** Lines that may start their next item, in the order of their turns. */
  ready: Set<Line>;
}

interface Line {
  key: string;
  underWay: number;
  waiting: Work[];
}

/**
 * Starts work a little at a time, in turns by group and within it by key. Hundreds of items from one caller then delay
 * no other caller's: neither in the event loop nor in shared resources such as database connections. A caller that can
 * invent any number of keys gets the turns of one group. Callers must limit the number of waiting items.
 */
export class Turns {
  /** Starts since the last event loop round. */
  #started = 0;
  #comesRound = false;
  /** Groups with waiting or running work. */
  readonly #groups = new Map<string, Group>();
  /** Groups that may start their next item, in the order of their turns. */
  readonly #ready = new Set<Group>();

  /** Number of items not yet started. */
  get waiting(): number {
    const lines = this.#groups.values().flatMap((group) => group.lines.values());
    return lines.reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Starts the work now or later. Work of one key starts in order. */
  take(key: string, work: Work, groupName = key): void {
    let group = this.#groups.get(groupName);
    if (!group) this.#groups.set(groupName, (group = newGroup(groupName)));
    let line = group.lines.get(key);
    if (!line) group.lines.set(key, (line = { key, underWay: 0, waiting: [] }));
    line.waiting.push(work);
    group.ready.add(line);
    this.#ready.add(group);
    this.#startAll();
  }

  /** Runs promise-based work, which is finished when its promise settles. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve) => this.take(key, (done) => resolve(Promise.try(work).finally(done))));
  }

  #startAll(): void {
    for (const group of this.#ready) {
      if (this.#started >= STARTS_AT_ONCE) return;
      // The group is added again behind all others. A full group is added when some of its work finishes.
      this.#ready.delete(group);
      if (group.underWay < UNDER_WAY.group) this.#startOneOf(group);
    }
  }

  #startOneOf(group: Group): void {
    for (const line of group.ready) {
      group.ready.delete(line);
      const work = line.underWay < UNDER_WAY.key ? line.waiting.shift() : undefined;
      if (!work) continue;
      if (line.waiting.length > 0) group.ready.add(line);
      if (group.ready.size > 0) this.#ready.add(group);
      return this.#start(group, line, work);
    }
  }

  #start(group: Group, line: Line, work: Work): void {
    this.#started += 1;
    this.#comeRound();
    group.underWay += 1;
    line.underWay += 1;
    let isUnderWay = true;
    const done = () => {
      if (!isUnderWay) return;
      isUnderWay = false;
      clearTimeout(timeout);
      group.underWay -= 1;
      line.underWay -= 1;
      this.#goOn(group, line);
    };
    const timeout = setTimeout(done, UNDER_WAY_MS);
    work(done);
  }

  /** Continues a line after some of its work is finished. */
  #goOn(group: Group, line: Line): void {
    if (line.waiting.length > 0) group.ready.add(line);
    else if (line.underWay === 0) group.lines.delete(line.key);
    if (group.lines.size === 0) this.#groups.delete(group.name);
    if (group.ready.size === 0) return;
    this.#ready.add(group);
    this.#comeRound();
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

const newGroup = (name: string): Group => ({ name, lines: new Map(), underWay: 0, ready: new Set() });
