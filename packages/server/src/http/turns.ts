/** So many start before the event loop looks after everything else. */
const STARTS_AT_ONCE = 8;
/** So many of one key are under way before its others start, and so many of one group, */
const UNDER_WAY = { key: 8, group: 16 };
/** unless they take longer: then they wait for something, and hold up nobody. */
const UNDER_WAY_MS = 100;

/** Work that begins when it is called, and calls `done` when it is over. */
type Work = (done: () => void) => void;

interface Group {
  name: string;
  lines: Map<string, Line>;
  underWay: number;
  /** The lines whose turn it is next to start something, in the order of their turns. */
  ready: Set<Line>;
}

interface Line {
  key: string;
  underWay: number;
  waiting: Work[];
}

/**
 * Lets work start a little at a time, in turn by its group and there by its key, so that who asks for hundreds of things
 * at once holds up nobody else's: neither the event loop nor what stands behind it, such as connections to the database.
 * Whoever can make up any number of keys has the turns of one group. How much may wait is for the callers to bound.
 */
export class Turns {
  /** Since the event loop came round. */
  #started = 0;
  #comesRound = false;
  /** Of which something waits or is under way. */
  readonly #groups = new Map<string, Group>();
  /** Those of them whose turn it is next to start something, in the order of their turns. */
  readonly #ready = new Set<Group>();

  /** How much has not begun. */
  get waiting(): number {
    const lines = this.#groups.values().flatMap((group) => group.lines.values());
    return lines.reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Starts the work now or later; that of one key in its order. */
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

  /** The same for work that is over when its promise is. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve) => this.take(key, (done) => resolve(Promise.try(work).finally(done))));
  }

  #startAll(): void {
    for (const group of this.#ready) {
      if (this.#started >= STARTS_AT_ONCE) return;
      // To be added again behind all others; one of which much is under way when some of that is over.
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

  /** Something of it is over. */
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
