import { createBox, getBox, listBoxes, terminateBox } from "@terrarium/contract/boxes";
import type { BodyInputOf, QueryOf, ResponseOf } from "@terrarium/contract/endpoint";
import { MAX_PAGE_SIZE } from "@terrarium/contract/limits";
import { type CallOptions, waiting } from "./bind.ts";
import { type Box, makeBox } from "./box.ts";
import type { HttpClient } from "./http-client.ts";

export type CreateBoxOptions = Partial<BodyInputOf<typeof createBox>> & {
  /** A repeated call with the same key, for example after a timeout, returns the same box. Default: a new key. */
  idempotencyKey?: string;
};
export type ListBoxesQuery = Partial<QueryOf<typeof listBoxes>>;
export type AllBoxesQuery = Omit<ListBoxesQuery, "page"> & { limit?: number };
export type BoxPage = Omit<ResponseOf<typeof listBoxes>, "data"> & { data: Box[] };

/** The boxes of the API key's team. Every method rejects with TerrariumError if its call fails. */
export class Boxes {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Creates a box and resolves when its device is ready. The default lifetime is one hour. */
  async create({ idempotencyKey, ...body }: CreateBoxOptions = {}, options: CallOptions = {}): Promise<Box> {
    const key = idempotencyKey === undefined ? {} : { idempotencyKey };
    const input = { body, ...waiting(createBox, body), ...key, ...options };
    return makeBox(this.#http, await this.#http.call(createBox, input));
  }

  async get(boxId: string, options: CallOptions = {}): Promise<Box> {
    return makeBox(this.#http, await this.#http.call(getBox, { params: { boxId }, ...options }));
  }

  /** Returns a page of the team's boxes, newest first. */
  async list(query: ListBoxesQuery = {}, options: CallOptions = {}): Promise<BoxPage> {
    const page = await this.#http.call(listBoxes, { query, ...options });
    return { ...page, data: page.data.map((fields) => makeBox(this.#http, fields)) };
  }

  /**
   * Yields all boxes that pass the filter, up to `limit`, newest first. All pages are read before the first box is
   * yielded.
   */
  async *all(
    { limit = Infinity, ...query }: AllBoxesQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<Box, void, void> {
    // If the loop ended boxes between pages, other boxes would move to pages already read. Boxes created meanwhile move
    // some to a second page.
    const found = new Map<string, Box>();
    const most = Math.min(limit, MAX_PAGE_SIZE);
    for (let page = 1; found.size < limit; page++) {
      const { data, pageSize, total } = await this.list({ pageSize: most, ...query, page }, options);
      for (const box of data) if (!found.has(box.id)) found.set(box.id, box);
      if (data.length === 0 || page * pageSize >= total) break;
    }
    yield* [...found.values()].slice(0, limit);
  }

  /** Ends a box. Does nothing if the box has ended already. */
  async terminate(boxId: string, options: CallOptions = {}): Promise<void> {
    await this.#http.call(terminateBox, { params: { boxId }, body: {}, ...options });
  }
}
