import { describe, expect, it, vi } from "vitest";
import { createLookups } from "./lookups.ts";

const BOUNDS = { total: 3, perClient: 2, waiting: 4, deadlineMs: 1_000 };

/** Starts lookups that end on the test's request. */
function open(bounds = BOUNDS) {
  const running: { hostName: string; end: () => void }[] = [];
  const started: string[] = [];
  const lookups = createLookups(async (hostName) => {
    started.push(hostName);
    await new Promise<void>((end) => running.push({ hostName, end }));
    return ["93.184.216.34"];
  }, bounds);
  const ask = (client: string, hostName: string) =>
    lookups(client)(hostName).then(
      () => "found",
      (error: Error) => error.message,
    );
  return { ask, running, started };
}

describe("lookups of several clients", () => {
  it("run concurrently up to a limit per client and in total", async () => {
    const { ask, running, started } = open();
    const answers = [...Array(5).keys()].map((n) => ask("hostile", `h${n}`));
    answers.push(ask("good", "g0"), ask("good", "g1"));
    expect(started).toEqual(["h0", "h1", "g0"]);
    for (let ended = 0; ended < answers.length; ended += 1) {
      await vi.waitFor(() => expect(running.length).toBeGreaterThan(ended));
      running[ended]?.end();
    }
    expect(new Set(await Promise.all(answers))).toEqual(new Set(["found"]));
    expect(started).toHaveLength(7);
  });

  it("serve other clients between those of a flooding one", async () => {
    const { ask, running, started } = open({ ...BOUNDS, total: 1 });
    const flood = [...Array(4).keys()].map((n) => ask("hostile", `h${n}`));
    const good = ask("good", "g0");
    running[0]?.end();
    await vi.waitFor(() => expect(started).toEqual(["h0", "g0"]));
    running[1]?.end();
    expect(await good).toBe("found");
    for (let n = 2; n < 5; n += 1) {
      await vi.waitFor(() => expect(running.length).toBeGreaterThan(n));
      running[n]?.end();
    }
    await Promise.all(flood);
  });

  it("reject requests beyond a client's queue", async () => {
    const { ask, running } = open();
    const answers = [...Array(7).keys()].map((n) => ask("hostile", `h${n}`));
    expect(await answers[6]).toBe("too many lookups wait");
    expect(running).toHaveLength(2);
  });

  it("reject at the deadline, keeping the slot until they end", async () => {
    vi.useFakeTimers();
    try {
      const { ask, running, started } = open();
      const answers = [ask("hostile", "h0"), ask("hostile", "h1"), ask("hostile", "h2")];
      await vi.advanceTimersByTimeAsync(BOUNDS.deadlineMs);
      expect(await Promise.all(answers)).toEqual(Array(3).fill("the DNS lookup timed out"));
      const late = ask("hostile", "h3");
      expect(started).toEqual(["h0", "h1"]);
      for (const { end } of running) end();
      await vi.waitFor(() => expect(started).toEqual(["h0", "h1", "h3"]));
      running[2]?.end();
      expect(await late).toBe("found");
    } finally {
      vi.useRealTimers();
    }
  });
});
