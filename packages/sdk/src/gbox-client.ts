import { createAndroid } from "@terrarium/contract/gbox-android";
import { AndroidGbox, Architecture } from "./android-gbox.ts";
import { type ClientOptions, resolveOptions } from "./credentials.ts";
import { HttpClient } from "./http-client.ts";

export interface InitAndroidOptions {
  /** Default: x86. */
  arch?: Architecture;
  /** A sandbox that runs already; without it a new one is created, which lives for 5 minutes. */
  boxId?: string;
}

/** The client in the shape of the gbox alpha SDK. */
export class GboxClient {
  readonly #http: HttpClient;

  /** Throws AuthenticationError without an API key. */
  constructor(options: ClientOptions = {}) {
    this.#http = new HttpClient(resolveOptions(options));
  }

  /** An Android device that is ready for use; a sandbox id may be given alone. Rejects with TerrariumError. */
  async initAndroid(options: InitAndroidOptions | string = {}): Promise<AndroidGbox> {
    const { arch = Architecture.X86, boxId } = typeof options === "string" ? { boxId: options } : options;
    if (boxId) return new AndroidGbox(this.#http, boxId, arch);
    const created = await this.#http.call(createAndroid, {
      body: { architecture: arch },
    });
    return new AndroidGbox(this.#http, created.uid, arch);
  }
}
