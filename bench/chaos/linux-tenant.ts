import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fileContentPath } from "@terrarium/contract/proxy";
import { runInside } from "../../attacks/support/linux.ts";
import { createBox, getBox } from "../../e2e/support/api.ts";
import { post, signIn } from "../../e2e/support/server.ts";

const UPLOAD_BYTES = 65_536;
const PAUSE_MS = 300;
const UPLOAD_TIMEOUT_MS = 20_000;
const RESTART_TIMEOUT_MS = 60_000;

/** Uploads files to a Linux sandbox, and verifies each acknowledged one. */
export class LinuxTenant {
  readonly #origin: string;
  readonly #token: string;
  readonly #boxId: string;
  /** SHA-256 by file name. */
  readonly #acknowledged = new Map<string, string>();
  refused = 0;

  private constructor(origin: string, token: string, boxId: string) {
    this.#origin = origin;
    this.#token = token;
    this.#boxId = boxId;
  }

  static async signIn(origin: string): Promise<LinuxTenant> {
    const token = await signIn(origin, "linux");
    return new LinuxTenant(origin, token, (await createBox(origin, token, { templateId: "tpl_linux" })).id);
  }

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  /** Uploads until the signal. Resolves when the last upload has ended. */
  async work(signal: AbortSignal): Promise<void> {
    for (let n = 0; !signal.aborted; n += 1) {
      await this.#upload(`file${n}`);
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Restarts the sandbox, and returns descriptions of missing files. */
  async audit(): Promise<string[]> {
    const { status } = await getBox(this.#origin, this.#token, this.#boxId);
    if (status === "running") await this.#change("stop");
    await this.#start();
    const { stdout } = await runInside(this.#origin, this.#token, this.#boxId, "cd ~ && sha256sum file*");
    const there = new Map(stdout.split("\n").map((line) => [line.slice(66), line.slice(0, 64)] as const));
    return [...this.#acknowledged].filter(([name, sum]) => there.get(name) !== sum).map(([name]) => `upload ${name}`);
  }

  async #upload(name: string): Promise<void> {
    const bytes = randomBytes(UPLOAD_BYTES);
    const answer = await fetch(this.#origin + fileContentPath(this.#boxId, `/home/user/${name}`), {
      method: "PUT",
      headers: { authorization: `Bearer ${this.#token}` },
      body: bytes,
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
    }).catch(() => undefined);
    if (answer?.status === 204) this.#acknowledged.set(name, createHash("sha256").update(bytes).digest("hex"));
    else this.refused += 1;
  }

  async #start(): Promise<void> {
    const end = Date.now() + RESTART_TIMEOUT_MS;
    while (!(await this.#change("start"))) {
      if (Date.now() > end) throw new Error(`sandbox ${this.#boxId} does not start again`);
      await sleep(PAUSE_MS);
    }
  }

  async #change(what: "stop" | "start"): Promise<boolean> {
    return (await post(this.#origin, `/api/v1/boxes/${this.#boxId}/${what}`, { wait: true }, this.#token)).ok;
  }
}
