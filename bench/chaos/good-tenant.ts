import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { firstTeam } from "../../e2e/support/api.ts";
import { signIn } from "../../e2e/support/server.ts";
import { type Answer, type Call, caller, GOOD_ADDRESS } from "./calls.ts";
import type { Conditions, Fault } from "./conditions.ts";

const READ_PAUSE_MS = 50;
const TAP_PAUSE_MS = 500;
const KEY_PAUSE_MS = 2_000;
const SANDBOX_LIFETIME = "4m";
const SANDBOX_PAUSE_MS = 20_000;

/** Writes also wait while another process locks the database. */
const WRITE_NEEDS: readonly Fault[] = ["server", "database", "lock"];

const Created = z.object({ id: z.string() });
const Key = z.object({ id: z.string(), name: z.string() });
const Listed = z.object({
  data: z.array(z.object({ id: z.string(), status: z.string(), endReason: z.string().nullish() })),
});

/** Observations of the well-behaved tenant. */
export interface GoodTenantReport {
  /** Latencies of calls while server and database were up. */
  latenciesMs: number[];
  /** Calls that failed without an active fault, by call and failure. */
  failures: Map<string, number>;
  /** Number of writes that the server acknowledged. */
  acknowledged: number;
  /** Acknowledged writes that were missing later. */
  lost: string[];
  refusedForSpace: number;
}

/**
 * Uses the product like an honest team: reads lists, taps, creates and deletes keys, keeps one sandbox. Records each
 * acknowledged write and verifies it later.
 */
export class GoodTenant {
  readonly report: GoodTenantReport = {
    latenciesMs: [],
    failures: new Map(),
    acknowledged: 0,
    lost: [],
    refusedForSpace: 0,
  };
  readonly #call: Call;
  readonly #organizationId: string;
  readonly #conditions: Conditions;
  #sandboxId: string | undefined;
  /** Keys with acknowledged creation, and keys with acknowledged deletion, by id. */
  readonly #keys = new Map<string, string>();
  readonly #deletedKeys = new Set<string>();
  readonly #sandboxes = new Set<string>();

  private constructor(call: Call, organizationId: string, conditions: Conditions) {
    this.#call = call;
    this.#organizationId = organizationId;
    this.#conditions = conditions;
  }

  static async signIn(origin: string, conditions: Conditions): Promise<GoodTenant> {
    const token = await signIn(origin, "good");
    const team = await firstTeam(origin, token);
    return new GoodTenant(caller(origin, token, GOOD_ADDRESS), team.id, conditions);
  }

  /** Works until the signal. Resolves when its last calls have ended. */
  async work(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.#repeat(signal, READ_PAUSE_MS, () => this.#read()),
      this.#repeat(signal, TAP_PAUSE_MS, () => this.#tap()),
      this.#repeat(signal, KEY_PAUSE_MS, () => this.#changeKeys()),
      this.#repeat(signal, SANDBOX_PAUSE_MS, () => this.#keepSandbox()),
    ]);
  }

  /** Verifies every acknowledged write; throws if the server cannot be reached. */
  async audit(): Promise<void> {
    const scope = { organizationId: this.#organizationId };
    const keys = z
      .array(Key)
      .parse((await this.#call("POST", "/api/v1/api_key/get_all_api_key", scope)).body)
      .map((key) => key.id);
    const there = new Set(keys);
    for (const [id, name] of this.#keys) if (!there.has(id)) this.report.lost.push(`key ${name} is gone`);
    for (const id of this.#deletedKeys) if (there.has(id)) this.report.lost.push(`deleted key ${id} is back`);
    for (const id of this.#sandboxes) {
      const { status } = await this.#call("GET", `/api/v1/boxes/${id}`);
      if (status !== 200) this.report.lost.push(`sandbox ${id} answers ${status}`);
    }
    const listed = Listed.parse(
      (
        await this.#call("POST", "/api/v1/sandbox/get_sandbox_list", {
          ...scope,
          page: 1,
          pageSize: 100,
          status: "All",
        })
      ).body,
    );
    for (const { id, endReason } of listed.data)
      if (endReason === "crash")
        this.report.lost.push(`sandbox ${id} of a device that nobody ended is said to have crashed`);
  }

  async #read(): Promise<void> {
    const scope = { organizationId: this.#organizationId };
    await this.#judge("list sandboxes", () =>
      this.#call("POST", "/api/v1/sandbox/get_sandbox_list", { ...scope, page: 1, pageSize: 10 }),
    );
    await this.#judge("user", () => this.#call("GET", "/api/v1/user/get_current_user_info"));
    await this.#judge("list keys", () => this.#call("POST", "/api/v1/api_key/get_all_api_key", scope));
  }

  async #tap(): Promise<void> {
    const uid = this.#sandboxId;
    if (uid === undefined) return;
    const { status } = await this.#judge("tap", () =>
      this.#call("POST", "/api/v1/gbox/android/click", { uid, x: 300, y: 600 }),
    );
    // The sandbox has expired.
    if (status === 409 || status === 404) this.#sandboxId = undefined;
  }

  async #changeKeys(): Promise<void> {
    const organizationId = this.#organizationId;
    const name = `key-${Date.now()}`;
    const made = await this.#judge(
      "make a key",
      () => this.#call("POST", "/api/v1/api_key/create_an_api_key", { organizationId, name }),
      WRITE_NEEDS,
    );
    if (made.status === 200) {
      this.report.acknowledged += 1;
      this.#keys.set(Key.parse(made.body).id, name);
    }
    const [oldest] = this.#keys.keys();
    if (this.#keys.size < 20 || oldest === undefined) return;
    // Its state is unknown until the response arrives.
    this.#keys.delete(oldest);
    const deleted = await this.#judge(
      "delete a key",
      () => this.#call("POST", "/api/v1/api_key/delete_an_api_key", { organizationId, apiKeyId: oldest }),
      WRITE_NEEDS,
    );
    if (deleted.status !== 200) return;
    this.report.acknowledged += 1;
    this.#deletedKeys.add(oldest);
  }

  async #keepSandbox(): Promise<void> {
    if (this.#sandboxId !== undefined) return;
    const answer = await this.#judge(
      "create a sandbox",
      () =>
        this.#call("POST", "/api/v1/boxes", {
          type: "android",
          organizationId: this.#organizationId,
          config: { expiresIn: SANDBOX_LIFETIME },
        }),
      [...WRITE_NEEDS, "disk"],
      false,
    );
    if (answer.status !== 200) return;
    this.report.acknowledged += 1;
    this.#sandboxId = Created.parse(answer.body).id;
    this.#sandboxes.add(this.#sandboxId);
  }

  /** Counts a call's latency and result if no relevant fault occurred meanwhile. */
  async #judge(
    what: string,
    make: () => Promise<Answer>,
    needs: readonly Fault[] = ["server", "database"],
    counts = true,
  ): Promise<Answer> {
    const held = this.#conditions.watch(needs);
    const answer = await make();
    if (answer.status === 507) this.report.refusedForSpace += 1;
    if (!held()) return answer;
    if (counts) this.report.latenciesMs.push(answer.ms);
    const isExpected = answer.status === 200 || (what === "tap" && [404, 409].includes(answer.status));
    if (!isExpected) {
      const said = JSON.stringify(answer.body ?? "no answer", (key, value: unknown) =>
        key === "requestId" ? undefined : value,
      );
      const failure = `${what}: ${answer.status} ${said.slice(0, 200)}`;
      this.report.failures.set(failure, (this.report.failures.get(failure) ?? 0) + 1);
    }
    return answer;
  }

  async #repeat(signal: AbortSignal, pauseMs: number, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work();
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
