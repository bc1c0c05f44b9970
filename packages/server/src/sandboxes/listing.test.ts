import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { expect, test } from "vitest";
import { newSandbox } from "../testing/test-sandbox.ts";
import { createSandboxListing, type ListRequest } from "./listing.ts";
import { createSandboxStore, type NewSandbox } from "./store.ts";

const NOW_MS = 100 * 3_600_000;
const hoursAgo = (hours: number) => NOW_MS - hours * 3_600_000;

/** Sandboxes from the oldest. An entry with `end` has ended by it. */
const SANDBOXES: Record<string, Partial<NewSandbox> & { end?: "user" | "expiry" | "crash"; isStarting?: true }> = {
  sbx_a: { startedAt: hoursAgo(13), cpu: 1, memoryMb: 1024, end: "expiry", metadata: {} },
  sbx_b: { startedAt: hoursAgo(7), name: "Phone-10", metadata: { Task: "Checkout" }, end: "user" },
  sbx_c: { startedAt: hoursAgo(5), templateId: "tpl_TABLET", templateName: "Tablet", end: "crash" },
  sbx_d: { startedAt: hoursAgo(2), cpu: 4, memoryMb: 4096, expiresAt: NOW_MS + 1_000 },
  sbx_e: { startedAt: hoursAgo(0.5), cpu: 1, memoryMb: 1024, name: "phone-2", expiresAt: NOW_MS + 60_000 },
  sbx_f: { startedAt: hoursAgo(0.1), metadata: { 名称: "ÜBER 100%" }, expiresAt: NOW_MS + 30_000, isStarting: true },
};

describeOnBothDatabases("a list of sandboxes", (database) => {
  async function open() {
    await database().insertInto("organizations").values({ id: "org_1", name: "Team", createdAt: 0 }).execute();
    const store = createSandboxStore(database(), 2);
    for (const [id, { end, isStarting, ...sandbox }] of Object.entries(SANDBOXES)) {
      await store.insertWithin(100, newSandbox(id, sandbox));
      const { startedAt = 0, expiresAt = NOW_MS } = sandbox;
      const address = { host: "127.0.0.1", port: 5555 };
      if (isStarting !== true) await store.markRunning(id, { address, startedAt, expiresAt });
      if (end !== undefined) await store.markEnded(id, end, NOW_MS);
    }
    const list = createSandboxListing(store, () => NOW_MS);
    const ask = (request: Partial<ListRequest>) => list({ organizationId: "org_1", page: 1, pageSize: 10, ...request });
    const found = async (request: Partial<ListRequest>) =>
      (await ask(request)).rows.map(({ id }) => id.replace("sbx_", "")).join("");
    return { store, list, ask, found };
  }

  test("lists starting and running sandboxes by default", async () => {
    const { ask, found } = await open();
    expect(await ask({})).toMatchObject({ total: 3, running: 2, ended: 3 });
    expect(await found({})).toBe("fed");
    expect(await found({ status: "All" })).toBe("fedcba");
    expect(await found({ status: "Ended" })).toBe("cba");
    expect(await found({ status: "Running" })).toBe("ed");
    expect(await found({ status: "Starting" })).toBe("f");
    expect(await found({ status: "Terminated" })).toBe("b");
    expect(await found({ status: "Stopped" })).toBe("");
    expect(await found({ status: "All", boxes: { statuses: ["running", "error"] } })).toBe("edc");
    expect(await found({ status: "All", boxes: { statuses: ["pending"] } })).toBe("f");
    expect(await found({ status: "All", boxes: { labels: { Task: "Checkout" } } })).toBe("b");
    expect(await found({ status: "All", boxes: { deviceType: "physical" } })).toBe("");
    expect(await found({ status: "Expired" })).toBe("a");
    expect(await found({ status: "Failed" })).toBe("c");
  });

  test("searches id, name, template id and metadata on all pages", async () => {
    const { ask, found } = await open();
    for (const [search, expected] of Object.entries({
      SBX_A: "a",
      "PHONE-": "eb",
      tpl_tablet: "c",
      "task: check": "b",
      "  checkout ": "b",
      "über 100%": "f",
      名称: "f",
      Tablet: "c",
      running: "",
      "%": "f",
      _: "fedcba",
      "\\": "",
    }))
      expect([search, await found({ search, status: "All" })]).toEqual([search, expected]);
    expect(await ask({ search: "sbx_", status: "All", page: 3, pageSize: 2 })).toMatchObject({
      total: 6,
      rows: [{ id: "sbx_b" }, { id: "sbx_a" }],
    });
    expect(await ask({ search: "sbx_", status: "All", page: 4, pageSize: 2 })).toMatchObject({ total: 6, rows: [] });
    expect(await ask({ search: "nothing like this" })).toMatchObject({ total: 0, rows: [], running: 2, ended: 3 });
  });

  test("requires all filters to match", async () => {
    const { found } = await open();
    expect(await found({ status: "All", filters: { startedWithinHours: 1 } })).toBe("fe");
    expect(await found({ status: "All", filters: { startedWithinHours: 6 } })).toBe("fedc");
    expect(await found({ status: "All", filters: { cpu: 2 } })).toBe("fcb");
    expect(await found({ status: "All", filters: { memory: 1024 } })).toBe("ea");
    expect(await found({ status: "All", filters: { memory: 1024, startedWithinHours: 12 } })).toBe("e");
    expect(await found({ filters: { memory: 1024, cpu: 2 } })).toBe("");
    expect(await found({ status: "Ended", search: "phone", filters: { cpu: 2 } })).toBe("b");
  });

  test("sorts by any column, equal values newest first", async () => {
    const { found } = await open();
    const sorted = (by: NonNullable<ListRequest["sort"]>["by"], order: "ascending" | "descending" = "ascending") =>
      found({ status: "All", sort: { by, order } });
    expect(await sorted("id")).toBe("abcdef");
    expect(await sorted("id", "descending")).toBe("fedcba");
    expect(await sorted("name")).toBe("ebfdca");
    expect(await sorted("template", "descending")).toBe("cfedba");
    expect(await sorted("cpu")).toBe("eafcbd");
    expect(await sorted("memory", "descending")).toBe("dfcbea");
    expect(await sorted("started")).toBe("abcdef");
    expect(await sorted("status")).toBe("acedfb");
    expect(await found({ sort: { by: "timeLeft", order: "ascending" } })).toBe("def");
    // The quota dialog ends this one: the first started among the running ones, on any page.
    expect(await found({ status: "Running", sort: { by: "started", order: "ascending" }, pageSize: 1 })).toBe("d");
  });

  test("yields to other requests and rejects excess searches", async () => {
    const { store, list } = await open();
    const base = { organizationId: "org_1", page: 1, pageSize: 10 } as const;
    const nextSlice = Promise.withResolvers<void>();
    const slow = createSandboxListing(
      {
        ...store,
        async *walk(organizationId, kind) {
          await nextSlice.promise;
          yield* store.walk(organizationId, kind);
        },
      },
      () => NOW_MS,
    );
    const searches = Array.from({ length: 12 }, () => slow({ ...base, search: "a".repeat(256) }));
    const outcomes = Promise.allSettled(searches);
    expect(await slow(base)).toMatchObject({ total: 3 });
    expect(await list({ ...base, search: "sbx_d" })).toMatchObject({ total: 1 });
    nextSlice.resolve();
    const refused = (await outcomes).flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(refused).toHaveLength(4);
    for (const reason of refused) expect(reason).toMatchObject({ code: "rate_limited" });
    expect(await slow({ ...base, search: "sbx_d" })).toMatchObject({ total: 1 });
  });
});
