import { createNoPeers } from "@terrarium/platform/base/peers";
import { expect, test } from "vitest";
import { caller, MINUTE_MS, openSandboxes } from "../testing/open-sandboxes.ts";
import type { SandboxStore } from "./store.ts";

/** Holds the next result of a store's method until it is released. */
function holdAnswers() {
  let name: keyof SandboxStore | undefined;
  let letGo = Promise.withResolvers<void>();
  let isHeld = Promise.withResolvers<void>();
  const change = (store: SandboxStore) =>
    new Proxy(store, {
      get(target, asked: keyof SandboxStore) {
        const method = target[asked] as (...args: unknown[]) => Promise<unknown>;
        if (asked !== name) return method;
        name = undefined;
        return async (...args: unknown[]) => {
          const answer = await method(...args);
          isHeld.resolve();
          await letGo.promise;
          return answer;
        };
      },
    });
  return {
    change,
    holdNext(held: keyof SandboxStore) {
      name = held;
      [letGo, isHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    },
    /** Resolves when a result is held. */
    held: () => isHeld.promise,
    letGo: () => letGo.resolve(),
  };
}

/** Runs a function just after a check has found the expired sandboxes. */
async function whileExpiring<T>(
  hold: ReturnType<typeof holdAnswers>,
  { sandboxes, time }: Pick<Awaited<ReturnType<typeof openSandboxes>>, "sandboxes" | "time">,
  overAt: number,
  work: () => Promise<T>,
): Promise<T> {
  time.now = overAt;
  hold.holdNext("listExpired");
  const expiring = sandboxes.expire();
  await hold.held();
  const answer = await work();
  hold.letGo();
  await expiring;
  return answer;
}

test("a sandbox extended at its expiry continues", async () => {
  const hold = holdAnswers();
  const { sandboxes, devices, time, create, stateOf } = await openSandboxes(hold);
  const { id, expiresAt } = await create();
  const extend = () => sandboxes.extend(caller, id, MINUTE_MS);
  const extended = await whileExpiring(hold, { sandboxes, time }, expiresAt, extend);
  expect(extended).toMatchObject({ expiresAt: time.now + MINUTE_MS });
  expect([await stateOf(id), devices.running.has(id)]).toEqual([{ state: "running", endReason: null }, true]);
});

test("a sandbox stopped at its expiry keeps its data", async () => {
  const hold = holdAnswers();
  const { sandboxes, devices, time, create, stateOf } = await openSandboxes(hold);
  const { id, expiresAt } = await create();
  const stopped = await whileExpiring(hold, { sandboxes, time }, expiresAt, () => sandboxes.stop(caller, id, true));
  expect(stopped).toMatchObject({ state: "stopped" });
  expect([await stateOf(id), devices.stopped.has(id)]).toEqual([{ state: "stopped", endReason: null }, true]);
});

test("a sandbox started at the end of its retention runs", async () => {
  const hold = holdAnswers();
  const { sandboxes, devices, time, create, stateOf } = await openSandboxes(hold);
  const { id } = await create();
  const { expiresAt } = await sandboxes.stop(caller, id, true);
  await whileExpiring(hold, { sandboxes, time }, expiresAt, () => sandboxes.start(caller, id, true));
  expect([await stateOf(id), devices.running.has(id)]).toEqual([{ state: "running", endReason: null }, true]);
});

test("an extension during a stop applies at the next start", async () => {
  const hold = holdAnswers();
  const { sandboxes, time, create } = await openSandboxes(hold);
  const { id } = await create(MINUTE_MS);
  hold.holdNext("find");
  const extending = sandboxes.extend(caller, id, 5 * MINUTE_MS);
  await hold.held();
  await sandboxes.stop(caller, id, true);
  hold.letGo();
  expect(await extending).toMatchObject({ state: "stopped" });
  time.now += 1_000;
  expect(await sandboxes.start(caller, id, true)).toMatchObject({ expiresAt: time.now + 5 * MINUTE_MS });
});

test("reports the end of a sandbox that ends while extended", async () => {
  const hold = holdAnswers();
  const { sandboxes, create } = await openSandboxes(hold);
  const { id } = await create(MINUTE_MS);
  hold.holdNext("find");
  const extending = sandboxes.extend(caller, id, 5 * MINUTE_MS);
  await hold.held();
  await sandboxes.terminate(caller, id);
  hold.letGo();
  await expect(extending).rejects.toMatchObject({ code: "sandbox_not_running" });
});

test("a sandbox stopped while its device ends keeps its data", async () => {
  const hold = holdAnswers();
  const { sandboxes, devices, told, create, stateOf } = await openSandboxes(hold);
  const { id } = await create();
  hold.holdNext("find");
  devices.crash(id);
  await hold.held();
  await sandboxes.stop(caller, id, true);
  told.closedSessions.length = 0;
  hold.letGo();
  await sandboxes.makeUp();
  expect(await stateOf(id)).toEqual({ state: "stopped", endReason: null });
  expect(told.closedSessions).toEqual([]);
});

test("a device end just before a recorded resume ends the sandbox", async () => {
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  const change = (store: SandboxStore): SandboxStore => ({
    ...store,
    async markRunning(...started) {
      if (isHeld) {
        reached.resolve();
        await go.promise;
      }
      return store.markRunning(...started);
    },
  });
  const { sandboxes, devices, create, stateOf } = await openSandboxes({ change });
  const { id } = await create();
  await sandboxes.stop(caller, id, true);
  isHeld = true;
  const starting = sandboxes.start(caller, id, true);
  await reached.promise;
  devices.crash(id);
  go.resolve();
  await starting;
  await expect.poll(() => stateOf(id)).toEqual({ state: "ended", endReason: "crash" });
});

test("does not retry a stop after another server's restart", async () => {
  const { sandboxes, devices, restart, create, stateOf } = await openSandboxes();
  const { id } = await create();
  devices.setStuck(true);
  await expect(sandboxes.stop(caller, id, true)).rejects.toThrow("no file descriptors");
  devices.setStuck(false);
  const other = restart();
  await other.reconcile();
  await other.start(caller, id, true);
  await sandboxes.makeUp();
  expect([await stateOf(id), devices.running.has(id)]).toEqual([{ state: "running", endReason: null }, true]);
});

test("closes the session of a sandbox that ended elsewhere", async () => {
  const listeners: ((payload: undefined) => void)[] = [];
  const none = createNoPeers();
  const bus = {
    ...none.bus,
    hear: (topic: string, listener: (payload: undefined) => void) => {
      if (topic === "sandbox-ended") listeners.push(listener);
    },
  };
  const { restart, told, create } = await openSandboxes({ peers: { ...none, bus } });
  const [over, other] = [await create(), await create()];
  const elsewhere = restart();
  await elsewhere.terminate(caller, over.id);
  told.closedSessions.length = 0;
  told.openSessions.push(over.id, other.id);
  listeners[0]?.(undefined);
  await expect.poll(() => told.closedSessions).toEqual([`${over.id}: it has ended`]);
});
