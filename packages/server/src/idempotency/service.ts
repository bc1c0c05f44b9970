import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { IDEMPOTENCY_KEY } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, callerKey } from "@terrarium/platform/base/caller";
import type { Replicas } from "@terrarium/platform/replicas/service";
import type { IdempotencyStore } from "./store.ts";

/** A call that its caller may repeat without knowing whether the first one arrived. */
export interface RepeatableCall {
  caller: Caller;
  /** Team of the created thing. The caller's membership is already checked. */
  organizationId: string;
  /** The caller's own key. undefined: every call is executed. */
  key: string | undefined;
  /** The call's name and input. Both must be the same for the same key. */
  name: string;
  body: unknown;
}

/** Creation of a thing that must exist only once. */
export interface Making<Answer> {
  newId(): string;
  /** Creates the thing with this id. */
  make(id: string): Promise<Answer>;
  /** Returns the response for a thing created under this id before the server ended, or undefined if there is none. */
  find(id: string): Promise<Answer | undefined>;
}

export interface IdempotencyService {
  /**
   * Creates a thing, or returns the response of an earlier identical call. Concurrent callers wait for the first.
   * Failures are not stored and can be retried. Throws idempotency_conflict, and the errors of the creation.
   */
  once<Answer>(call: RepeatableCall, making: Making<Answer>): Promise<{ answer: Answer; isReplayed: boolean }>;
  /** Removes expired keys. */
  forget(): Promise<void>;
}

/** Interval of polls for another server's result. */
const POLL_MS = 200;
/** Longer than any creation takes: another server that needs longer could not record the result. */
const MAKING_MS = 15 * 60_000;

export function createIdempotencyService(
  store: IdempotencyStore,
  replicas: Pick<Replicas, "id" | "isAlive">,
  clock: () => number = Date.now,
): IdempotencyService {
  const underWay = new Map<string, { fingerprint: string; answer: Promise<unknown> }>();

  /** Whether another server is creating it now. This one would know its own. */
  const isElsewhere = async ({ replicaId, createdAt }: { replicaId: string | null; createdAt: number }) =>
    replicaId !== null &&
    replicaId !== replicas.id &&
    createdAt >= clock() - MAKING_MS &&
    (await replicas.isAlive(replicaId));

  async function makeOnce<Answer>(call: RepeatableCall & { key: string }, fingerprint: string, making: Making<Answer>) {
    const id = { callerId: callerKey(call.caller), key: call.key };
    const { organizationId } = call;
    let resourceId: string;
    for (;;) {
      const known = await store.find(id);
      if (known && known.createdAt >= clock() - IDEMPOTENCY_KEY.keptMs) {
        if (known.fingerprint !== fingerprint) throw new AppError("idempotency_conflict");
        if (known.answer !== null) return { answer: JSON.parse(known.answer) as Answer, isReplayed: true };
        if (await isElsewhere(known)) {
          await sleep(POLL_MS);
          continue;
        }
        const found = await making.find(known.resourceId);
        if (found !== undefined) {
          await store.answer(known, JSON.stringify(found));
          return { answer: found, isReplayed: true };
        }
      }
      resourceId = making.newId();
      const made = { fingerprint, resourceId, answer: null, createdAt: clock(), replicaId: replicas.id };
      // Otherwise another server was faster.
      if (await store.put({ ...id, organizationId, ...made }, known, IDEMPOTENCY_KEY.perOrganization)) break;
    }
    let answer: Answer;
    try {
      answer = await making.make(resourceId);
    } catch (error) {
      await store.delete({ ...id, resourceId });
      throw error;
    }
    await store.answer({ ...id, resourceId }, JSON.stringify(answer));
    return { answer, isReplayed: false };
  }

  return {
    async once<Answer>(call: RepeatableCall, making: Making<Answer>) {
      const { caller, key } = call;
      if (key === undefined) return { answer: await making.make(making.newId()), isReplayed: false };
      const fingerprint = fingerprintOf(call);
      const place = `${callerKey(caller)} ${key}`;
      const first = underWay.get(place);
      if (first) {
        if (first.fingerprint !== fingerprint) throw new AppError("idempotency_conflict");
        return { answer: (await first.answer) as Answer, isReplayed: true };
      }
      const made = makeOnce({ ...call, key }, fingerprint, making).finally(() => underWay.delete(place));
      const answer = made.then((outcome) => outcome.answer);
      // All waiting callers, including the first, get the failure.
      answer.catch(() => {});
      underWay.set(place, { fingerprint, answer });
      return made;
    },

    forget: () => store.deleteBefore(clock() - IDEMPOTENCY_KEY.keptMs),
  };
}

const fingerprintOf = ({ name, organizationId, body }: RepeatableCall): string =>
  createHash("sha256")
    .update(JSON.stringify([name, organizationId, body]))
    .digest("hex");
