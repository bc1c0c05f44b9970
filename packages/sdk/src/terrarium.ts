import { type Box, createBox, getBox, listBoxes, terminateBox } from "@terrarium/contract/boxes";
import type { BodyInputOf, QueryOf, ResponseOf } from "@terrarium/contract/endpoint";
import { type ClientOptions, resolveOptions } from "./credentials.ts";
import { HttpClient } from "./http-client.ts";

export type CreateBoxOptions = Partial<BodyInputOf<typeof createBox>> & {
  /** Sent again with the same key, for example after a timeout, it answers the same sandbox. Default: a new one. */
  idempotencyKey?: string;
};

/** The boxes API. Every method rejects with TerrariumError if its call fails. */
class Boxes {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Creates a sandbox and resolves when its device is ready; its default lifetime is an hour. */
  create({ idempotencyKey, ...options }: CreateBoxOptions = {}): Promise<Box> {
    const key = idempotencyKey === undefined ? {} : { idempotencyKey };
    return this.#http.call(createBox, { body: { ...options, type: "android" }, ...key });
  }

  get(boxId: string): Promise<Box> {
    return this.#http.call(getBox, { params: { boxId } });
  }

  /** A page of the team's sandboxes, newest first. */
  list(page: Partial<QueryOf<typeof listBoxes>> = {}): Promise<ResponseOf<typeof listBoxes>> {
    return this.#http.call(listBoxes, { query: page });
  }

  /** Ends a sandbox; ending one that has ended changes nothing. */
  async terminate(boxId: string): Promise<void> {
    await this.#http.call(terminateBox, { params: { boxId }, body: {} });
  }
}

/** The client of the boxes API. */
export class Terrarium {
  readonly boxes: Boxes;

  /** Throws Error "GBOX_API_KEY is not set on environment variables" without an API key. */
  constructor(options: ClientOptions = {}) {
    this.boxes = new Boxes(new HttpClient(resolveOptions(options)));
  }
}
