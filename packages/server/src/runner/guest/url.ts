import type { ChangeableUrlPart, Guest, UrlParts } from "./guest.ts";

/** URL and URLSearchParams. Runs inside the interpreter; the host's URL does the parsing. */
export function installUrl(guest: Guest): void {
  type Pair = [name: string, value: string];
  type Query = string | Iterable<Iterable<unknown>> | Record<string, unknown>;

  class URLSearchParams {
    #pairs: Pair[];
    #changed: (() => void) | undefined;

    constructor(query: Query = "", changed?: () => void) {
      if (typeof query === "string") this.#pairs = guest.call("parseQuery", [query]);
      else if (Symbol.iterator in query)
        this.#pairs = Array.from(query, ([name, value]) => [String(name), String(value)]);
      else this.#pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
      this.#changed = changed;
    }
    #set(pairs: Pair[]): void {
      this.#pairs = pairs;
      this.#changed?.();
    }
    get size(): number {
      return this.#pairs.length;
    }
    append(name: unknown, value: unknown): void {
      this.#set([...this.#pairs, [String(name), String(value)]]);
    }
    delete(name: unknown): void {
      this.#set(this.#pairs.filter(([known]) => known !== String(name)));
    }
    get(name: unknown): string | null {
      return this.#pairs.find(([known]) => known === String(name))?.[1] ?? null;
    }
    getAll(name: unknown): string[] {
      return this.#pairs.filter(([known]) => known === String(name)).map(([, value]) => value);
    }
    has(name: unknown): boolean {
      return this.get(name) !== null;
    }
    set(name: unknown, value: unknown): void {
      const at = this.#pairs.findIndex(([known]) => known === String(name));
      if (at < 0) return this.append(name, value);
      const others = this.#pairs.filter(([known], index) => index <= at || known !== String(name));
      others[at] = [String(name), String(value)];
      this.#set(others);
    }
    sort(): void {
      this.#set(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
    }
    forEach(visit: (value: string, name: string, all: URLSearchParams) => void): void {
      for (const [name, value] of this.#pairs) visit(value, name, this);
    }
    *keys(): Iterable<string> {
      for (const [name] of this.#pairs) yield name;
    }
    *values(): Iterable<string> {
      for (const [, value] of this.#pairs) yield value;
    }
    *entries(): Iterable<Pair> {
      for (const [name, value] of this.#pairs) yield [name, value];
    }
    [Symbol.iterator](): Iterable<Pair> {
      return this.entries();
    }
    toString(): string {
      return guest.call("formatQuery", this.#pairs.flat());
    }
  }

  const partsOf = new WeakMap<URL, UrlParts>();

  const parse = (url: unknown, ...bases: unknown[]): UrlParts | null =>
    guest.call("parseUrl", [String(url), bases.length === 0 ? null : String(bases[0])]);

  function read(url: URL, name: keyof UrlParts): string {
    const parts = partsOf.get(url);
    if (!parts) throw new TypeError("This is not a URL");
    return parts[name];
  }

  function change(url: URL, name: ChangeableUrlPart, value: unknown): void {
    const parts = guest.call("changeUrl", [read(url, "href"), name, String(value)]);
    if (!parts) throw new TypeError(`Invalid URL: ${String(value)}`);
    partsOf.set(url, parts);
  }

  class URL {
    #query: { of: string; params: URLSearchParams } | undefined;

    constructor(url: unknown, base?: unknown) {
      const parts = base === undefined ? parse(url) : parse(url, base);
      if (!parts) throw new TypeError(`Invalid URL: ${String(url)}`);
      partsOf.set(this, parts);
    }
    static canParse(url: unknown, base?: unknown): boolean {
      return URL.parse(url, base) !== null;
    }
    static parse(url: unknown, base?: unknown): URL | null {
      try {
        return new URL(url, base);
      } catch {
        return null;
      }
    }
    get searchParams(): URLSearchParams {
      const search = read(this, "search");
      if (this.#query?.of === search) return this.#query.params;
      const params = new URLSearchParams(search, () => {
        change(this, "search", params);
        this.#query = { of: read(this, "search"), params };
      });
      this.#query = { of: search, params };
      return params;
    }
    toString(): string {
      return read(this, "href");
    }
    toJSON(): string {
      return read(this, "href");
    }
  }

  // The host's result names the parts.
  for (const name of Object.keys(parse("about:blank") ?? {}) as (keyof UrlParts)[]) {
    Object.defineProperty(URL.prototype, name, {
      enumerable: true,
      get(this: URL) {
        return read(this, name);
      },
      ...(name !== "origin" && {
        set(this: URL, value: unknown) {
          change(this, name, value);
        },
      }),
    });
  }
  Object.assign(globalThis, { URL, URLSearchParams });
}
