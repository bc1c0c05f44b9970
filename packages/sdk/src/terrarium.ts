import { Boxes } from "./boxes.ts";
import { type ClientOptions, resolveOptions } from "./credentials.ts";
import { HttpClient } from "./http-client.ts";

/** The client of the boxes API. */
export class Terrarium {
  readonly boxes: Boxes;

  /** Throws Error "GBOX_API_KEY is not set on environment variables" without an API key. */
  constructor(options: ClientOptions = {}) {
    this.boxes = new Boxes(new HttpClient(resolveOptions(options)));
  }
}
