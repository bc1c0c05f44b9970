import { getAllTemplates, type Template } from "@terrarium/contract/template";
import type { CallOptions } from "./bind.ts";
import type { HttpClient } from "./http-client.ts";

/** Templates for boxes. Every method rejects with TerrariumError if its call fails. */
export class Templates {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /**
   * Returns all templates that the team may use. `missing` gives the reasons why the server cannot create boxes from
   * one.
   */
  async list(options: CallOptions = {}): Promise<Template[]> {
    return this.#http.call(getAllTemplates, { ...options });
  }
}
