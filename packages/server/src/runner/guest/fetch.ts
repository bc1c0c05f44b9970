import type { Guest, ResponseHead } from "./guest.ts";

/** fetch, Headers and Response. Runs inside the interpreter; the host sends the request. */
export function installFetch(guest: Guest): void {
  type Pair = [name: string, value: string];

  class Headers {
    readonly #values = new Map<string, string>();

    constructor(init: Headers | Iterable<Iterable<string>> | Record<string, unknown> = {}) {
      const pairs =
        Symbol.iterator in init
          ? Array.from(init, ([name, value]): Pair => [String(name), String(value)])
          : Object.entries(init);
      for (const [name, value] of pairs) this.append(name, value);
    }
    append(name: string, value: unknown): void {
      const known = this.get(name);
      this.set(name, known === null ? value : `${known}, ${String(value)}`);
    }
    delete(name: string): void {
      this.#values.delete(name.toLowerCase());
    }
    get(name: string): string | null {
      return this.#values.get(name.toLowerCase()) ?? null;
    }
    has(name: string): boolean {
      return this.#values.has(name.toLowerCase());
    }
    set(name: string, value: unknown): void {
      this.#values.set(name.toLowerCase(), String(value).trim());
    }
    forEach(visit: (value: string, name: string, all: Headers) => void): void {
      for (const [name, value] of this) visit(value, name, this);
    }
    keys(): Iterable<string> {
      return this.#values.keys();
    }
    values(): Iterable<string> {
      return this.#values.values();
    }
    entries(): IterableIterator<Pair> {
      return this.#values.entries();
    }
    [Symbol.iterator](): IterableIterator<Pair> {
      return this.#values.entries();
    }
  }

  class Response {
    readonly ok: boolean;
    readonly status: number;
    readonly statusText: string;
    readonly url: string;
    readonly headers: Headers;
    readonly #body: ArrayBuffer;
    bodyUsed = false;

    constructor(head: ResponseHead, body: ArrayBuffer) {
      this.ok = head.status >= 200 && head.status < 300;
      this.status = head.status;
      this.statusText = head.statusText;
      this.url = head.url;
      this.headers = new Headers(head.headers);
      this.#body = body;
    }
    async arrayBuffer(): Promise<ArrayBuffer> {
      if (this.bodyUsed) throw new TypeError("The response's body was read already");
      this.bodyUsed = true;
      return this.#body;
    }
    async bytes(): Promise<Uint8Array> {
      return new Uint8Array(await this.arrayBuffer());
    }
    async text(): Promise<string> {
      return guest.call("decodeUtf8", [false, false], await this.arrayBuffer()) ?? "";
    }
    async json(): Promise<unknown> {
      return JSON.parse(await this.text());
    }
  }

  /** Returns the bytes of a body and its default content type. */
  function encodeBody(body: unknown): { bytes?: ArrayBuffer; type?: string } {
    if (body === undefined || body === null) return {};
    if (body instanceof ArrayBuffer) return { bytes: body };
    if (ArrayBuffer.isView(body)) return { bytes: (body as Uint8Array<ArrayBuffer>).slice().buffer };
    const type =
      body instanceof URLSearchParams ? "application/x-www-form-urlencoded;charset=UTF-8" : "text/plain;charset=UTF-8";
    if (typeof body !== "string" && !(body instanceof URLSearchParams))
      throw new TypeError("A request's body is text, bytes or URLSearchParams");
    return { bytes: guest.call("encodeUtf8", [String(body)]), type };
  }

  const pending = new Map<number, { resolve: (response: Response) => void; reject: (error: unknown) => void }>();
  const take = (id: number) => {
    const request = pending.get(id);
    pending.delete(id);
    return request;
  };
  guest.on("response", (id, head, body) => take(id)?.resolve(new Response(head, body)));
  guest.on("fetchFailed", (id, message) => take(id)?.reject(new TypeError(message)));

  interface Init {
    method?: string;
    headers?: ConstructorParameters<typeof Headers>[0];
    body?: unknown;
    signal?: AbortSignal | null;
  }

  async function fetch(url: unknown, init: Init = {}): Promise<Response> {
    const { signal } = init;
    signal?.throwIfAborted();
    const headers = new Headers(init.headers);
    const { bytes, type } = encodeBody(init.body);
    if (type !== undefined && !headers.has("content-type")) headers.set("content-type", type);
    const method = (init.method ?? "GET").toUpperCase();
    const id = guest.call("fetch", [String(url), method, ...[...headers].flat()], bytes);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    pending.set(id, { resolve, reject });
    const abort = () => {
      if (!take(id)) return;
      guest.call("abortFetch", [id]);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort);
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  Object.assign(globalThis, { fetch, Headers, Response });
}
