import { setImmediate as turn } from "node:timers/promises";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { z } from "zod";
import { Jobs } from "../jobs/jobs.ts";
import { TOOL_LIMITS } from "../limits.ts";
import { callTool } from "../mcp-server.ts";
import { SeenScreens } from "../seen-screens.ts";
import { button, fakeDevices, node, screenOf } from "../testing/fake-devices.ts";
import { actTool } from "./act-tool.ts";

type Steps = z.input<typeof actTool.input>["steps"];

const field = (text: string, focused = false) =>
  button("Name", 200, { className: "android.widget.EditText", text, focused });

/** An agent with a device that shows a sequence of screens. */
function agentAt(...given: Parameters<typeof fakeDevices>) {
  const { devices, done } = fakeDevices(...given);
  const known = { devices, seen: new SeenScreens(), jobs: new Jobs(), caller: "key_1" };
  const callIn = async (session: string | undefined, name: string, input: object) => {
    const caller = { ...known, session };
    const { content, isError } = await callTool(name, { device: "d", ...input }, caller, new AbortController().signal);
    return { text: content[0]?.type === "text" ? content[0].text : "", isError };
  };
  return {
    done,
    callIn,
    observe: async (input: object = {}) => (await callIn("key_1 s1", "observe", input)).text,
    act: (...steps: Steps) => callIn("key_1 s1", "act", { steps }),
  };
}

/** Replaces timeouts, found by their length, with timeouts that a test ends. */
function heldTimes() {
  const times = new Map<number, AbortController>();
  const timeOf = (ms: number): AbortController => {
    const time = times.get(ms) ?? new AbortController();
    times.set(ms, time);
    return time;
  };
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeOf(ms).signal);
  onTestFinished(() => timeout.mockRestore());
  const end = (ms: number) => {
    timeOf(ms).abort();
    times.delete(ms);
  };
  return { end };
}

test("presses keys on an unreadable screen", async () => {
  const agent = agentAt([], { screen: () => Promise.reject(new Error("the browser did not answer")) });
  const { text, isError } = await agent.act({ press: "enter" }, { tap: "OK" });
  expect(agent.done).toEqual(["press 66"]);
  expect(text).toContain("step 2 of 2 failed: the browser did not answer");
  expect(text).toContain("the screen could not be read: the browser did not answer");
  expect(isError).toBe(true);
});

test("runs each step on the screen that it finds", async () => {
  const agent = agentAt([
    screenOf(button("New", 0)),
    screenOf(field("")),
    screenOf(field("", true)),
    screenOf(field("Ada", true)),
  ]);
  const { text, isError } = await agent.act({ tap: "New" }, { type: "Ada", into: "Name", enter: true });
  expect(agent.done).toEqual(["tap 50 25", "tap 50 225", "type Ada, enter"]);
  expect(text).toContain('done: tapped "New"; typed 3 characters into "Name" and enter');
  expect(isError).toBe(false);
});

test("presses key combinations and clicks mouse buttons", async () => {
  const agent = agentAt([screenOf(button("A", 0))]);
  await agent.act({ press: "ctrl+shift+t" }, { press: "ctrl+f5" }, { press: "alt+9" }, { press: "enter" });
  await agent.act({ tap: "A", button: "right" }, { tap: "A", double: true });
  expect(agent.done).toEqual([
    "press 113+59+48",
    "press 113+135",
    "press 57+16",
    "press 66",
    "click 50 25 right 1",
    "click 50 25 left 2",
  ]);
});

test("sends a single left click as a tap", async () => {
  const agent = agentAt([screenOf(button("A", 0))]);
  await agent.act({ tap: "A", double: false }, { tap: "A", button: "left" }, { tap: "A", hold: 800, button: "left" });
  expect(agent.done).toEqual(["tap 50 25", "tap 50 25", "tap 50 25 800 ms"]);
});

test.each([
  ["a point", { x: 50, y: 225 }],
  ["its label", "Your name"],
])("clears a field named by %s after it has the focus", async (_by, into) => {
  const other = button("Town", 400, { className: "android.widget.EditText", text: "Nairobi", focused: true });
  const label = node([0, 100, 100, 150], { text: "Your name" });
  const [before, after] = [screenOf(label, field("Bob"), other), screenOf(label, field("Bob", true))];
  let looks = 0;
  // The effect of a tap appears late.
  const agent = agentAt([], { screen: async () => (agent.done.length > 0 && looks++ > 1 ? after : before) });
  await agent.act({ type: "Ada", into, clear: true });
  expect(agent.done).toEqual([expect.stringMatching(/^tap 50 /), "clear, type Ada"]);
  expect(looks).toBeGreaterThan(2);
});

test("types nothing if no focused field can be cleared", async () => {
  const agent = agentAt([screenOf(button("A", 0))]);
  const { text, isError } = await agent.act({ type: "Ada", into: "A", clear: true });
  expect(isError).toBe(true);
  expect(text).toContain("no field has the focus: name the field to clear");
  expect(agent.done).toEqual(["tap 50 25"]);
});

test("names the first failed step and skips the rest", async () => {
  const agent = agentAt([screenOf(button("A", 0)), screenOf(button("B", 0))]);
  const { text, isError } = await agent.act({ tap: "A" }, { tap: "C" }, { tap: "B" });
  expect(isError).toBe(true);
  expect(agent.done).toEqual(["tap 50 25"]);
  expect(text).toContain('step 2 of 3 failed: nothing on the screen is "C"; there is B');
  expect(text).toContain("the following steps were not run");
  expect(text).toContain("screen now: com.app");
});

test("reports finished steps after a timeout", async () => {
  const times = heldTimes();
  const tap = async () => times.end(TOOL_LIMITS.callMs - TOOL_LIMITS.graceMs);
  const agent = agentAt([], { screen: async () => screenOf(button("Send", 0)), tap });
  const { text, isError } = await agent.act({ tap: "Send" }, { tap: "Send" });
  expect(text).toMatch(
    /^done: tapped "Send"\nstep 2 of 2 failed: the limit of 45 s for all steps was reached\nscreen now: com.app/,
  );
  expect(isError).toBe(true);
});

test.each([
  ["a step", [{ tap: "Send" }, { wait: "Sent" }], 'done: tapped "Send"\nstep 2 of 2 was running and may be done\n'],
  ["the look after the last", [{ tap: "Send" }], 'done: tapped "Send"\n'],
] as const)("a timeout in %s reports the finished steps and no seen screen", async (_when, steps, said) => {
  const times = heldTimes();
  const late = Promise.withResolvers<UiNode[]>();
  let isOver = false;
  const screen = async () => {
    if (agent.done.length === 0) return screenOf(button("Send", 0));
    if (!isOver) times.end(TOOL_LIMITS.callMs);
    isOver = true;
    return late.promise;
  };
  const agent = agentAt([], { screen });
  expect(await agent.act(...steps)).toEqual({
    text: `${said}act took longer than 55 s; do it in smaller parts`,
    isError: true,
  });
  late.resolve(screenOf(button("Sent", 0)));
  // Waits for the rest of the call.
  await turn();
  expect(await agent.observe()).toContain("Sent");
});

test("reports finished steps if the final screen is unreadable", async () => {
  let isBusy = false;
  const screen = async () => {
    if (isBusy) throw new Error("the device is busy");
    return screenOf(button(agent.done.length === 0 ? "Send" : "Sent", 0));
  };
  const agent = agentAt([], { screen, tap: async () => void ((isBusy = true), agent.done.push("tap")) });
  const { text, isError } = await agent.act({ tap: "Send" });
  expect(text).toBe('done: tapped "Send"\nthe screen could not be read: the device is busy');
  expect(isError).toBe(false);
  isBusy = false;
  expect(await agent.observe()).toContain("Sent");
});

test("a truncated screen or a missing picture is not marked as seen", async () => {
  const lines = Array.from({ length: 400 }, (_, i) =>
    node([0, 2 * i, 100, 2 * i + 2], { text: `Line ${i} ${"-".repeat(30)}` }),
  );
  const agent = agentAt([screenOf(...lines)]);
  const steps = Array.from({ length: 20 }, () => ({ wait: `Line 1 ${"-".repeat(30)}` }));
  expect((await agent.act(...steps)).text).toContain("bytes left out");
  expect(await agent.observe({ picture: true })).toBe("the test has no such thing");
  expect(await agent.observe()).toContain("Line 5");
  expect(await agent.observe()).toBe("unchanged; full shows it");
});

test("waits for words that the previous step causes", async () => {
  let looks = 0;
  const late = async () => (looks++ < 3 ? screenOf(button("A", 0)) : screenOf(button("B", 0)));
  const agent = agentAt([], { screen: late });
  expect((await agent.act({ tap: "A" }, { tap: "B" })).isError).toBe(false);
  expect(agent.done).toHaveLength(2);
});

test("does not wait for words at the first step", async () => {
  let looks = 0;
  const agent = agentAt([], { screen: async () => (looks++ === 0 ? screenOf(button("A", 0)) : screenOf()) });
  expect((await agent.act({ tap: "B" })).text).toContain('nothing on the screen is "B"; there is A');
});

test("does not tap a disabled control", async () => {
  const agent = agentAt([screenOf(button("Save", 0, { enabled: false }))]);
  expect((await agent.act({ tap: "Save" })).text).toContain("is disabled");
  expect(agent.done).toEqual([]);
});

test("shows changes of a seen screen, otherwise all of it", async () => {
  const lines = Array.from({ length: 9 }, (_, i) => node([0, 100 * i, 100, 100 * i + 20], { text: `Line ${i}` }));
  const agent = agentAt([
    screenOf(...lines, button("A", 950)),
    screenOf(...lines, button("B", 950)),
    screenOf(...lines, button("C", 950)),
  ]);
  expect((await agent.act({ tap: "A" })).text).toContain("Line 5");
  const { text } = await agent.act({ tap: "B" });
  expect(text).not.toContain("Line 5");
  expect(text).toMatch(/appeared:\n\d{5} C\ngone: B/);
  expect(await agent.observe()).toBe("unchanged; full shows it");
  expect(await agent.observe({ full: true })).toContain("Line 5");
});

test("keeps what one session saw from another of the same key", async () => {
  const agent = agentAt([screenOf(button("A", 0)), screenOf(button("A", 0), button("B", 100), button("C", 200))]);
  expect(await agent.observe()).toContain("A");
  expect((await agent.callIn("key_1 s2", "observe", {})).text).toContain("A");
  expect((await agent.callIn("key_1 s3", "act", { steps: [{ tap: "A" }] })).text).toMatch(/screen now: .*\n\d{5} A\n/);
});

test("a client without sessions names the screen that it saw", async () => {
  const agent = agentAt([screenOf(button("A", 0), button("B", 100))]);
  const look = async (input: object) => (await agent.callIn(undefined, "observe", input)).text;
  const [, mark = ""] = /\nseen: (\w+)$/.exec(await look({})) ?? [];
  expect(await look({})).toContain("A");
  expect(await look({ seen: "other" })).toContain("A");
  expect(await look({ seen: mark })).toBe(`unchanged; full shows it\nseen: ${mark}`);
  const { text } = await agent.callIn(undefined, "act", { seen: mark, steps: [{ tap: "A" }] });
  expect(text).toBe(`done: tapped "A"\nnothing changed on the screen\nseen: ${mark}`);
});

test("names the place after a failure on a seen screen", async () => {
  const agent = agentAt([screenOf(button("A", 0), button("B", 100))], {
    front: async () => ({ component: "com.app/.Main", isCovered: false, hasKeyboard: true }),
    press: async () => undefined,
  });
  await agent.observe();
  const { text } = await agent.act({ tap: "C" });
  expect(text).toBe(
    'step 1 of 1 failed: nothing on the screen is "C"; there is A, B\nin front: com.app/.Main\nnothing changed on the screen; keyboard',
  );
});

describe("a target that does not show", () => {
  const list = (...labels: string[]) =>
    screenOf(node([0, 0, 100, 1000], { scrollable: true, children: labels.map((label, i) => button(label, 100 * i)) }));
  const keyboard = (hasKeyboard: boolean) => ({ component: "com.app/.Main", isCovered: false, hasKeyboard });

  test("is found below the keyboard", async () => {
    const agent = agentAt([screenOf(field("Ada", true)), screenOf(field("Ada"), button("Save", 900))], {
      front: async () => keyboard(agent.done.length === 0),
    });
    expect((await agent.act({ tap: "Save" })).isError).toBe(false);
    expect(agent.done).toEqual(["press 4", "tap 50 925"]);
  });

  test("is found by scrolling its container", async () => {
    const agent = agentAt([list("A"), list("B"), list("C")]);
    expect((await agent.act({ tap: "C" })).isError).toBe(false);
    expect(agent.done).toEqual(["scroll 50 500 down 600", "scroll 50 500 down 600", "tap 50 25"]);
  });

  test("is found above if nothing is below", async () => {
    let top = 3;
    const agent = agentAt([], {
      screen: async () => list(top === 1 ? "Top" : `Low ${top}`),
      scroll: async (_id, _at, direction) => void (top -= direction === "up" ? 1 : 0),
    });
    expect((await agent.act({ tap: "Top" })).isError).toBe(false);
    expect(top).toBe(1);
  });

  test("is scrolled to where the device knows it", async () => {
    const hidden = button("Imprint", -200);
    const shown = (...more: UiNode[]) =>
      screenOf(node([0, 0, 100, 1000], { scrollable: true }), button("A", 0), ...more);
    const agent = agentAt([shown(hidden), shown(button("Imprint", 300))]);
    await agent.act({ tap: "Imprint" });
    expect(agent.done).toEqual(["scroll 50 500 up 600", "tap 50 325"]);
  });
});

describe("scrolling", () => {
  const list = (...labels: string[]) =>
    screenOf(node([0, 0, 100, 1000], { scrollable: true, children: labels.map((label, i) => button(label, 100 * i)) }));

  test("continues until the words appear", async () => {
    const agent = agentAt([list("A"), list("B"), list("C")]);
    expect((await agent.act({ scroll: "down", until: "C" })).isError).toBe(false);
    expect(agent.done).toEqual(["scroll 50 500 down 600", "scroll 50 500 down 600"]);
  });

  test("waits for late effects", async () => {
    let looks = 0;
    const agent = agentAt([], { screen: async () => list(looks++ < 3 ? "A" : "C") });
    expect((await agent.act({ scroll: "down", until: "C" })).isError).toBe(false);
    expect(agent.done).toHaveLength(1);
  });

  test("waits until elements rest before the next tap", async () => {
    const places = [900, 900, 700, 300, 100, 100];
    let looks = 0;
    const screen = async () => screenOf(button("C", places[Math.min(looks++, places.length - 1)] ?? 0));
    for (const step of [{ scroll: "down" } as const, { swipe: "up" } as const]) {
      looks = 0;
      const agent = agentAt([], { screen });
      expect((await agent.act({ tap: "C" }, step, { tap: "C" })).isError).toBe(false);
      expect(agent.done.at(-1)).toBe("tap 50 125");
    }
  });

  test("stops when nothing moves", async () => {
    const agent = agentAt([list("A"), list("B")]);
    expect((await agent.act({ scroll: "down", until: "C" })).text).toContain('to the end, and "C" did not show');
    expect(agent.done).toHaveLength(2);
  });
});

test("a disabled field takes no text", async () => {
  const agent = agentAt([screenOf(button("Name", 200, { className: "android.widget.EditText", enabled: false }))]);
  expect((await agent.act({ type: "Ada", into: "Name" })).text).toContain('"Name" is disabled');
  expect(agent.done).toEqual([]);
});

test("types into the field rather than its title", async () => {
  const title = node([0, 0, 100, 50], { text: "Name" });
  const agent = agentAt([screenOf(title, node([0, 60, 100, 80], { text: "Hint" }), field(""))]);
  await agent.act({ type: "Ada", into: "Name" });
  expect(agent.done).toEqual(["tap 50 225", "type Ada"]);
});

describe("waiting", () => {
  test("lasts some seconds", async () => {
    const agent = agentAt([screenOf(button("Done", 0))]);
    expect((await agent.act({ wait: 0.01 })).text).toContain("done: waited 0.01 s");
  });

  test("ends when the words appear", async () => {
    let looks = 0;
    const agent = agentAt([], { screen: async () => screenOf(button(looks++ < 2 ? "Loading" : "Done", 0)) });
    expect((await agent.act({ wait: "Done" })).text).toContain('"Done" is there');
  });

  test("ends at its timeout", async () => {
    const agent = agentAt([screenOf(button("Loading", 0))]);
    expect((await agent.act({ wait: "Loading", gone: true, seconds: 0.01 })).text).toContain(
      "was still there after 0.01 s",
    );
  });
});

describe("opening", () => {
  const apps = async () => ["com.a.contacts", "com.a.deskclock", "com.b.notes", "com.a.notes"];
  test.each([
    ["Contacts", "open com.a.contacts"],
    ["Clock", "open com.a.deskclock"],
    ["com.b.notes", "open com.b.notes"],
    ["https://example.com/", "open https://example.com/"],
  ])("%s", async (what, done) => {
    const agent = agentAt([screenOf()], { apps });
    await agent.act({ open: what });
    expect(agent.done).toEqual([done]);
  });

  test("lists ambiguous and unknown names", async () => {
    const agent = agentAt([screenOf()], { apps });
    expect((await agent.act({ open: "Notes" })).text).toContain("com.b.notes, com.a.notes");
    expect((await agent.act({ open: "Maps" })).text).toContain("there is com.a.contacts");
  });
});

test.each([
  [{}],
  [{ tap: "A", type: "b" }],
  [{ tap: {} }],
  [{ tap: { text: "A", index: 0 } }],
  [{ foo: 1 }],
  [{ press: "self_destruct" }],
  [{ wait: 31 }],
])("rejects %j as a step", (step) =>
  expect(actTool.input.safeParse({ device: "d", steps: [step] }).success).toBe(false),
);
