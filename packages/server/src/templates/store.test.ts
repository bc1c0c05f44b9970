import { SEEDED_TEMPLATES } from "@terrarium/contract/limits";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createTemplateService, DEFAULT_TEMPLATE_ID } from "./service.ts";
import { createTemplateStore } from "./store.ts";

const settings = { own: [], provider: "embedded", warm: 1, missingFor: async () => [], log: pino({ level: "silent" }) };
const PHONE = { name: "Real phone", cpu: 4, memoryMb: 8192, widthPx: 1080, heightPx: 2400, densityDpi: 420 };

describeOnBothDatabases("templates", (database) => {
  test("initial templates are created once and keep changes", async () => {
    const templates = createTemplateService({ store: createTemplateStore(database()), ...settings });
    await templates.seed();
    await database().updateTable("templates").set({ name: "My tablet" }).where("id", "=", "tpl_tablet").execute();
    await templates.seed();
    const list = await templates.list();
    expect(list.map(({ id, name, cpu, memory }) => [id, name, cpu, memory])).toEqual([
      ["tpl_phone", "Phone", 2, 2048],
      ["tpl_large_phone", "Large phone", 2, 2048],
      ["tpl_short_phone", "Short phone", 2, 2048],
      ["tpl_small_phone", "Small phone", 1, 1024],
      ["tpl_tablet", "My tablet", 4, 4096],
      ["tpl_linux", "Linux", 1, 1024],
      ["tpl_browser", "Browser", 2, 2048],
      ["tpl_desktop", "Desktop", 4, 4096],
    ]);
    expect(list).toHaveLength(SEEDED_TEMPLATES);
    expect(list.map(({ kind }) => kind)).toEqual([...Array(5).fill("phone"), "linux", "browser", "desktop"]);
    expect(list.map(({ screen }) => screen?.width)).toEqual([720, 1080, 720, 480, 1280, undefined, 1280, 1280]);
    expect(list.every(({ description }) => description !== undefined)).toBe(true);
    expect(list[0]).toMatchObject({ visibility: "public", screen: { width: 720, height: 1600, density: 320 } });
    const [phone, tablet] = await Promise.all([templates.get(DEFAULT_TEMPLATE_ID), templates.get("tpl_tablet")]);
    expect(phone).toMatchObject({ provider: "embedded", warm: 1, model: { name: "Phone", densityDpi: 320 } });
    expect(tablet).toMatchObject({ warm: 0 });
    expect(await templates.get("tpl_linux")).toMatchObject({ warm: 0, model: { kind: "linux", memoryMb: 1024 } });
    await expect(templates.get("tpl_none")).rejects.toMatchObject({ code: "template_not_found" });
  });

  test("operator templates are added or replace initial ones", async () => {
    const written = { model: PHONE, warm: 3, writtenAt: 0 };
    const own = [
      { ...written, id: "tpl_small_phone", provider: "embedded" },
      { ...written, id: "real", provider: "docker" },
    ];
    const templates = createTemplateService({ store: createTemplateStore(database()), ...settings, own });
    await templates.seed();
    const list = await templates.list();
    const phones = ["tpl_phone", "tpl_large_phone", "tpl_short_phone", "tpl_tablet"];
    const linux = ["tpl_linux", "tpl_browser", "tpl_desktop"];
    expect(list.map(({ id }) => id)).toEqual([...phones, ...linux, "tpl_small_phone", "real"]);
    expect(list.map(({ provider }) => provider)).toEqual([...Array(8).fill("embedded"), "docker"]);
    expect(list.at(-1)).toMatchObject({ name: "Real phone", memory: 8192, screen: { width: 1080, height: 2400 } });
    expect(await templates.get("real")).toMatchObject({ provider: "docker", warm: 3, model: PHONE });
    expect((await templates.ofProvider("docker")).map(({ id }) => id)).toEqual(["real"]);
    expect(await templates.ofProvider("embedded")).toHaveLength(8);
    const inContainers = createTemplateService({
      store: createTemplateStore(database()),
      ...settings,
      provider: "docker",
    });
    expect((await inContainers.list()).map(({ provider, kind }) => `${provider} ${kind}`)).toContain("docker desktop");
    const attached = createTemplateService({ store: createTemplateStore(database()), ...settings, provider: "adb" });
    await expect(attached.get("tpl_linux")).rejects.toMatchObject({ code: "template_not_found" });
  });

  test("a team's template is visible to that team only", async () => {
    const own = [{ model: PHONE, warm: 0, writtenAt: 0, id: "theirs", provider: "adb", organizationId: "org_1" }];
    const templates = createTemplateService({ store: createTemplateStore(database()), ...settings, own });
    const listed = async (...teams: string[]) => (await templates.list(teams)).map(({ id }) => id);
    expect(await listed("org_1")).toEqual(["theirs"]);
    expect(await listed("org_2", "org_1")).toEqual(["theirs"]);
    expect(await listed("org_2")).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  test("reports missing features only for the provider's templates", async () => {
    const own = [{ model: PHONE, warm: 0, writtenAt: 0, id: "real", provider: "docker" }];
    const missingFor = async ({ provider }: { provider: string }) => (provider === "docker" ? ["it is away"] : []);
    const templates = createTemplateService({ store: createTemplateStore(database()), ...settings, own, missingFor });
    await templates.seed();
    const told = (await templates.list()).map(({ id, missing }) => [id, missing]);
    expect(told).toContainEqual(["real", ["it is away"]]);
    expect(told).toContainEqual(["tpl_phone", undefined]);
  });
});
