import { pino } from "pino";
import { expect, test } from "vitest";
import { describeOnBothDatabases } from "../testing/both-databases.ts";
import { createTemplateService, DEFAULT_TEMPLATE_ID } from "./service.ts";
import { createTemplateStore } from "./store.ts";

describeOnBothDatabases("templates", (database) => {
  test("the three of every installation are there once, however often it starts, and stay as they were changed", async () => {
    const templates = createTemplateService(createTemplateStore(database()), pino({ level: "silent" }));
    await templates.seed();
    await database().updateTable("templates").set({ name: "My tablet" }).where("id", "=", "tpl_tablet").execute();
    await templates.seed();
    const list = await templates.list();
    expect(list.map(({ id, name, cpu, memory }) => [id, name, cpu, memory])).toEqual([
      ["tpl_phone", "Phone", 2, 2048],
      ["tpl_small_phone", "Small phone", 1, 1024],
      ["tpl_tablet", "My tablet", 4, 4096],
    ]);
    expect(list[0]).toMatchObject({ visibility: "public", screen: { width: 720, height: 1280, density: 320 } });
    expect((await templates.get(DEFAULT_TEMPLATE_ID)).name).toBe("Phone");
    await expect(templates.get("tpl_none")).rejects.toMatchObject({ code: "template_not_found" });
  });
});
