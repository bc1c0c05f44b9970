import { getAllTemplates, type Template } from "@terrarium/contract/template";
import type { CallOptions } from "./bind.ts";
import type { HttpClient } from "./http-client.ts";

/** Templates that boxes are made from. Every method rejects with TerrariumError if its call fails. */
export class Templates {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** All templates that the team may use; `missing` names what keeps the server from making boxes of one. */
  async list(options: CallOptions = {}): Promise<Template[]> {
    return this.#http.call(getAllTemplates, { ...options });
  }
}
