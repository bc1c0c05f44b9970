import { createAndroid } from "@terrarium/contract/gbox-android";
import { AndroidGbox, Architecture } from "./android-gbox.ts";
import { type ClientOptions, resolveOptions } from "./credentials.ts";
import { HttpClient } from "./http-client.ts";

export interface InitAndroidOptions {
  /** Default: x86. */
  arch?: Architecture;
  /** Id of a running sandbox. Without it, a new one is created that lives for 5 minutes. */
  boxId?: string;
}

/** Client with the interface of the gbox alpha SDK. */
export class GboxClient {
  readonly #http: HttpClient;

  /** Throws AuthenticationError without an API key. */
  constructor(options: ClientOptions = {}) {
    this.#http = new HttpClient(resolveOptions(options));
  }

  /** Returns an Android device that is ready for use. A plain string is a sandbox id. Rejects with TerrariumError. */
  async initAndroid(options: InitAndroidOptions | string = {}): Promise<AndroidGbox> {
    const { arch = Architecture.X86, boxId } = typeof options === "string" ? { boxId: options } : options;
    if (boxId) return new AndroidGbox(this.#http, boxId, arch);
    const created = await this.#http.call(createAndroid, {
      body: { architecture: arch },
    });
    return new AndroidGbox(this.#http, created.uid, arch);
  }
}
