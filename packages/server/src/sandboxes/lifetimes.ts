import { KEEP_ALIVE_STEP_MS, SESSION_LIMIT_MS } from "@terrarium/contract/limits";
import type { PlanName } from "@terrarium/contract/pricing";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyBaseLogger } from "fastify";
import type { SandboxRecord } from "./sandbox.ts";
import type { SandboxStore } from "./store.ts";

const MIN_LIFETIME_MS = 1_000;

interface LifetimeParts {
  store: Pick<SandboxStore, "find" | "prolong" | "prolongStopped">;
  plans: { planOf(organizationId: string): Promise<PlanName> };
  log: FastifyBaseLogger;
}

/** Lifetimes of sandboxes: the plan's limit, extensions, and how use extends them (decision 72). */
export interface SandboxLifetimes {
  /** Records that a sandbox is used. Never rejects: device actions do not wait for a full database. */
  use(sandbox: SandboxRecord): Promise<void>;
  /** Marks a sandbox as in use until the returned function is called. `useHeld` keeps it alive meanwhile. */
  hold: (sandboxId: string) => () => void;
  useHeld(): Promise<void>;
  /** Throws invalid_request if that is more than the plan allows. */
  extend(sandbox: SandboxRecord, lifetimeMs: number): Promise<SandboxRecord>;
}

/** Throws invalid_request if the lifetime exceeds the plan's limit. */
export function requireLifetime(lifetimeMs: number, plan: PlanName, field = "config.expiresIn"): void {
  const longestMs = SESSION_LIMIT_MS[plan];
  if (lifetimeMs >= MIN_LIFETIME_MS && lifetimeMs <= longestMs) return;
  const detail = `${field}: must be from ${MIN_LIFETIME_MS / 1000}s to ${longestMs / 60_000}m on your plan`;
  throw new AppError("invalid_request", { detail });
}

export function createSandboxLifetimes({ store, plans, log }: LifetimeParts, clock: () => number): SandboxLifetimes {
  const held = new Map<string, number>();
  /** Writes in progress. Concurrent uses share one write. */
  const underWay = new Map<string, Promise<void>>();

  const latest = async ({ organizationId, startedAt }: SandboxRecord) =>
    startedAt + SESSION_LIMIT_MS[await plans.planOf(organizationId)];

  async function keep(sandbox: SandboxRecord): Promise<void> {
    // Extended by an extra step, so that uses within the step need no write.
    const wanted = clock() + sandbox.keepAliveMs + KEEP_ALIVE_STEP_MS;
    const expiresAt = Math.min(wanted, await latest(sandbox));
    if (expiresAt > sandbox.expiresAt) await store.prolong(sandbox.id, expiresAt);
  }

  async function use(sandbox: SandboxRecord): Promise<void> {
    const { id, keepAliveMs, expiresAt } = sandbox;
    if (keepAliveMs === 0 || clock() + keepAliveMs <= expiresAt) return;
    const kept =
      underWay.get(id) ??
      keep(sandbox)
        .catch((error: unknown) => log.error({ err: error, sandboxId: id }, "failed to record a sandbox's use"))
        .finally(() => underWay.delete(id));
    underWay.set(id, kept);
    await kept;
  }

  return {
    use,
    hold(sandboxId) {
      held.set(sandboxId, (held.get(sandboxId) ?? 0) + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (held.get(sandboxId) ?? 1) - 1;
        if (left === 0) held.delete(sandboxId);
        else held.set(sandboxId, left);
      };
    },
    async useHeld() {
      for (const id of held.keys()) {
        const sandbox = await store.find(id);
        if (sandbox?.state === "running") await use(sandbox);
      }
    },
    async extend(sandbox, lifetimeMs) {
      const plan = await plans.planOf(sandbox.organizationId);
      requireLifetime(lifetimeMs, plan, "expiresIn");
      const { id, state, startedAt } = sandbox;
      const prolong = async (): Promise<SandboxRecord | undefined> => {
        if (state === "stopped") return store.prolongStopped(id, lifetimeMs);
        const longestMs = startedAt + SESSION_LIMIT_MS[plan] - clock();
        if (lifetimeMs > longestMs) {
          const left = `at most ${Math.max(0, Math.floor(longestMs / 1000))}s are left of the ${SESSION_LIMIT_MS[plan] / 60_000}m that a sandbox of your plan may run without being stopped`;
          throw new AppError("invalid_request", { detail: `expiresIn: ${left}` });
        }
        return store.prolong(id, clock() + lifetimeMs);
      };
      return (await prolong()) ?? (await store.find(id)) ?? sandbox;
    },
  };
}
