import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { newSandboxRow } from "@terrarium/platform/testing/sandbox-row";
import { expect, test } from "vitest";
import { createPublicPortStore } from "./store.ts";

describeOnBothDatabases("public ports", (database) => {
  async function open() {
    const db = database();
    await db.insertInto("organizations").values({ id: "org_1", name: "Team", createdAt: 0 }).execute();
    for (const [number, id] of ["sbx_1", "sbx_2"].entries())
      await db
        .insertInto("sandboxes")
        .values({ ...newSandboxRow(id, number + 1), state: "running" as const })
        .execute();
    return createPublicPortStore(db);
  }

  test("are recorded for each sandbox up to the limit", async () => {
    const store = await open();
    expect(await store.insertWithin(2, "sbx_1", 8080, 1)).toBe(true);
    expect(await store.insertWithin(2, "sbx_1", 8080, 2)).toBe(true);
    expect(await store.insertWithin(2, "sbx_1", 80, 3)).toBe(true);
    expect(await store.insertWithin(2, "sbx_1", 81, 4)).toBe(false);
    expect(await store.insertWithin(2, "sbx_2", 81, 5)).toBe(true);
    expect([await store.list("sbx_1"), await store.list("sbx_2")]).toEqual([[80, 8080], [81]]);
    expect([await store.has("sbx_1", 80), await store.has("sbx_1", 81), await store.has("sbx_2", 80)]).toEqual([
      true,
      false,
      false,
    ]);
    await store.delete("sbx_1", 80);
    expect(await store.list("sbx_1")).toEqual([8080]);
  });

  test("end with their sandbox", async () => {
    const store = await open();
    await store.insertWithin(2, "sbx_1", 8080, 1);
    await database().deleteFrom("sandboxes").where("id", "=", "sbx_1").execute();
    expect(await store.has("sbx_1", 8080)).toBe(false);
  });
});
