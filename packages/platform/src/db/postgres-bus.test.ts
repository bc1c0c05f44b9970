import { pino } from "pino";
import { expect, test } from "vitest";
import { createPostgresBus } from "./postgres-bus.ts";
import type { PostgresSession } from "./postgres-session.ts";

/** Returns a session with a beat controlled by the test. While it is slow, notifications fail. */
function open() {
  const told: string[] = [];
  const state = { isSlow: false, asked: 0 };
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
  let beat = async (): Promise<unknown> => undefined;
  const session: PostgresSession = {
    async ask(sql, _channel, texts) {
      if (!sql.includes("pg_notify") || !Array.isArray(texts)) return undefined;
      state.asked += 1;
      if (state.isSlow) throw new Error("Query read timeout");
      told.push(...texts.map((text) => JSON.parse(String(text)).payload));
      return undefined;
    },
    onNotification: () => undefined,
    everyBeat: (task) => void (beat = task),
    lost,
    close: () => lose(new Error("closed")),
  };
  return { session, told, state, beat: () => beat() };
}

test("retries failed notices with the session's next beat", async () => {
  const bus = createPostgresBus(pino({ level: "silent" }));
  const { session, told, state, beat } = open();
  await bus.use(session);
  state.isSlow = true;
  bus.tell("budget", "org_1");
  await expect.poll(() => state.asked).toBe(1);
  await beat();
  expect([state.asked, told]).toEqual([2, []]);
  state.isSlow = false;
  await beat();
  expect(told).toEqual(["org_1"]);
  bus.tell("budget", "org_2");
  await expect.poll(() => told).toEqual(["org_1", "org_2"]);
  expect(bus.counts().told).toBe(2);
});

test("sends pending notices of a lost session later", async () => {
  const bus = createPostgresBus(pino({ level: "silent" }));
  const [first, second] = [open(), open()];
  await bus.use(first.session);
  first.session.close();
  await first.session.lost;
  bus.tell("budget", "org_1");
  await first.beat();
  expect(first.state.asked).toBe(0);
  await bus.use(second.session);
  await expect.poll(() => second.told).toEqual(["org_1"]);
});
