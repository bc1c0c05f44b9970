import type { TeamEvent } from "@terrarium/contract/events";
import { EVENT_LIMITS } from "@terrarium/contract/limits";
import { expect, test } from "vitest";
import { createEventService } from "./service.ts";

/** Servers that hear each other's notices. */
function servers(count = 1) {
  const heard: ((payload: string | undefined) => void)[] = [];
  const time = { now: 1_000_000 };
  const all = Array.from({ length: count }, (_, own) => {
    const bus = {
      tell: (_topic: string, payload?: string) => heard.forEach((hear, other) => other !== own && hear(payload)),
      hear: (_topic: string, listener: (payload: string | undefined) => void) => void (heard[own] = listener),
    };
    const parts = { bus, teamOf: async () => "org_1", log: { error: () => undefined } };
    return createEventService(parts, () => time.now);
  });
  const [first, second = first] = all;
  if (!first || !second) throw new Error("there is no server");
  return { first, second, heard, time };
}

const started = (boxId: string) => ({ type: "box.state", boxId, data: { state: "running", reason: null } }) as const;

/** Collects the boxes of events; "missing" for undefined. */
function collector() {
  const boxes: string[] = [];
  const events: TeamEvent[] = [];
  return {
    boxes,
    events,
    listener: (event: TeamEvent | undefined) => {
      boxes.push(event?.boxId ?? "missing");
      if (event) events.push(event);
    },
  };
}

test("passes events of a team to its listeners on every server", async () => {
  const { first, second } = servers(2);
  const [mine, elsewhere, theirs] = [collector(), collector(), collector()];
  first.listen("org_1", undefined, mine.listener);
  second.listen("org_1", undefined, elsewhere.listener);
  const stop = first.listen("org_2", undefined, theirs.listener);
  first.publish("org_1", started("sbx_1"));
  second.publishOf("sbx_2", started("sbx_2"));
  await expect.poll(() => mine.boxes).toEqual(["sbx_1", "sbx_2"]);
  expect(elsewhere.boxes).toEqual(["sbx_1", "sbx_2"]);
  expect(mine.events).toEqual(elsewhere.events);
  stop();
  first.publish("org_2", started("sbx_3"));
  expect(theirs.boxes).toEqual([]);
});

test("continues after an event, repeating the last moments", () => {
  const { first, time } = servers();
  const before = collector();
  const stop = first.listen("org_1", undefined, before.listener);
  for (const id of ["old", "near", "last"]) {
    first.publish("org_1", started(id));
    time.now += EVENT_LIMITS.repeatedMs - 1;
  }
  stop();
  first.publish("org_1", started("missed"));
  const after = collector();
  first.listen("org_1", before.events.at(-1)?.id, after.listener);
  first.publish("org_1", started("new"));
  expect(after.boxes).toEqual(["near", "missed", "new"]);
});

test("says that events may be missing", () => {
  const { first, heard, time } = servers();
  const seen = collector();
  const stop = first.listen("org_1", "evt_unknown", seen.listener);
  expect(seen.boxes).toEqual(["missing"]);
  first.publish("org_1", started("sbx_1"));
  // The connection to the other servers was lost for a moment.
  heard[0]?.(undefined);
  expect(seen.boxes).toEqual(["missing", "sbx_1", "missing"]);
  stop();
  time.now += EVENT_LIMITS.keptMs + 1;
  const late = collector();
  first.listen("org_1", seen.events[0]?.id, late.listener);
  expect(late.boxes).toEqual(["missing"]);
});

test("keeps a limited number of events", () => {
  const { first } = servers();
  const seen = collector();
  first.listen("org_1", undefined, seen.listener);
  for (let n = 0; n <= EVENT_LIMITS.kept; n += 1) first.publish("org_1", started(`sbx_${n}`));
  const [oldest, next] = seen.events;
  const [lost, kept] = [collector(), collector()];
  first.listen("org_1", oldest?.id, lost.listener);
  first.listen("org_1", next?.id, kept.listener);
  expect([lost.boxes, kept.boxes.length]).toEqual([["missing"], EVENT_LIMITS.kept - 1]);
});
