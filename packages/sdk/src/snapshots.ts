import type { BodyInputOf, QueryOf, ResponseOf } from "@terrarium/contract/endpoint";
import {
  createSnapshot,
  deleteSnapshot,
  getSnapshot,
  listSnapshots,
  type Snapshot,
} from "@terrarium/contract/snapshots";
import type { CallOptions } from "./bind.ts";
import type { HttpClient } from "./http-client.ts";

/**
 * Snapshots of box files, kept by the API key's team. `boxes.create` with `config: { snapshotName }` creates a box with
 * these files. Every method rejects with TerrariumError if its call fails.
 */
export class Snapshots {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Saves the files of a running Linux box's home. The box keeps running. */
  async create(boxId: string, body: BodyInputOf<typeof createSnapshot>, options: CallOptions = {}): Promise<Snapshot> {
    return this.#http.call(createSnapshot, { params: { boxId }, body, ...options });
  }

  /** Returns a page of snapshots, newest first. */
  async list(
    query: Partial<QueryOf<typeof listSnapshots>> = {},
    options: CallOptions = {},
  ): Promise<ResponseOf<typeof listSnapshots>> {
    return this.#http.call(listSnapshots, { query, ...options });
  }

  async get(snapshotName: string, options: CallOptions = {}): Promise<Snapshot> {
    return this.#http.call(getSnapshot, { params: { snapshotName }, ...options });
  }

  /** Deletes a snapshot. Boxes created from it keep their files. */
  async delete(snapshotName: string, options: CallOptions = {}): Promise<void> {
    await this.#http.call(deleteSnapshot, { params: { snapshotName }, ...options });
  }
}
