import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { IDEMPOTENCY_KEY } from "@terrarium/contract/limits";
import { AppError } from "../base/app-error.ts";
import { type Caller, callerKey } from "../base/caller.ts";
import type { Replicas } from "../replicas/service.ts";
import type { IdempotencyStore } from "./store.ts";

/** A call that its caller may send again, not knowing whether it arrived. */
export interface RepeatableCall {
  caller: Caller;
  /** The team for which it makes something; the caller is known to be of it. */
  organizationId: string;
  /** The caller's own; undefined: the call is made, however often it comes. */
  key: string | undefined;
  /** The call's name and what it was given: with the same key both must be the same. */
  name: string;
  body: unknown;
}

/** How the thing is made that there shall be only one of. */
export interface Making<Answer> {
  newId(): string;
  /** Makes the thing that has this id. */
  make(id: string): Promise<Answer>;
  /** The answer for what was made under this id before the server ended; undefined if it was not. */
  find(id: string): Promise<Answer | undefined>;
}

export interface IdempotencyService {
  /**
   * Makes a thing, or answers what was answered when the same call came before; who comes while it is being made waits
   * for it. What failed is not kept and can be tried again. Throws idempotency_conflict, and what making it does.
   */
  once<Answer>(call: RepeatableCall, making: Making<Answer>): Promise<{ answer: Answer; isReplayed: boolean }>;
  /** Removes keys that are older than they are kept. */
  forget(): Promise<void>;
}

/** How often is looked whether another server is done with the same call. */
const POLL_MS = 200;
/** Longer than anything takes to be made: another server that says nothing for so long could not note how it ended. */
const MAKING_MS = 15 * 60_000;

export function createIdempotencyService(
  store: IdempotencyStore,
  replicas: Pick<Replicas, "id" | "isAlive">,
  clock: () => number = Date.now,
): IdempotencyService {
  const underWay = new Map<string, { fingerprint: string; answer: Promise<unknown> }>();

  /** Whether another server is making it now; this one would know. */
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
      // Else another server was faster.
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
      // Whoever waits for it hears of a failure, and so does the one who asked first.
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
