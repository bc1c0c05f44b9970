import { Boxes } from "./boxes.ts";
import { type ClientOptions, resolveOptions } from "./credentials.ts";
import { HttpClient } from "./http-client.ts";
import { Snapshots } from "./snapshots.ts";
import { Templates } from "./templates.ts";
import { Webhooks } from "./webhooks.ts";

/** Client of the boxes API. */
export class TerrariumClient {
  readonly boxes: Boxes;
  readonly snapshots: Snapshots;
  readonly templates: Templates;
  readonly webhooks: Webhooks;

  /** Throws AuthenticationError without an API key. */
  constructor(options: ClientOptions = {}) {
    const http = new HttpClient(resolveOptions(options));
    this.boxes = new Boxes(http);
    this.snapshots = new Snapshots(http);
    this.templates = new Templates(http);
    this.webhooks = new Webhooks(http);
  }
}
