import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { AppError } from "../base/app-error.ts";
import type { Caller } from "../base/caller.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { describeOnBothDatabases } from "../testing/both-databases.ts";
import { countTurns } from "../testing/count-turns.ts";
import { newSandboxRow } from "../testing/sandbox-row.ts";
import { createStorageService } from "./service.ts";
import { createObjectStore } from "./store.ts";

const ada: Caller = { kind: "session", userId: "usr_1", sessionId: "ses_1" };
const MEBIBYTE = 1_048_576;
const DAY_MS = 24 * 60 * 60_000;
const picture = (size: number, fill = 7) => new Uint8Array(size).fill(fill);

describeOnBothDatabases("a stored object of a sandbox", (database) => {
  const ROOMY = { bytes: 10 * MEBIBYTE, objects: 100 };

  /** Creates three sandboxes of a team. With `perUser`, each has its own team, and all count for one person. */
  async function open(perOrganization = ROOMY, perUser?: typeof ROOMY) {
    const sandboxIds = ["sbx_1", "sbx_2", "sbx_3"];
    const teamOf = (number: number) => (perUser ? `org_${number + 1}` : "org_1");
    const teams = [...new Set(sandboxIds.map((_, number) => teamOf(number)))];
    await database()
      .insertInto("organizations")
      .values(teams.map((id) => ({ id, name: "Team", createdAt: 0 })))
      .execute();
    const rows = sandboxIds.map((id, number) => ({
      ...newSandboxRow(id, number),
      organizationId: teamOf(number),
      countsFor: perUser ? "usr_1" : null,
    }));
    await database()
      .insertInto("sandboxes")
      .values(rows.map((row) => ({ ...row, state: "running" as const })))
      .execute();
    const time = { now: 1_000 };
    const disk = { requireSpare: () => undefined as void };
    const access = { isGone: false };
    const parts = {
      store: createObjectStore(database()),
      box: createSecretBox("a secret of the server's"),
      disk,
      hasAccess: async () => !access.isGone,
    };
    const limits = { objectBytes: 2 * MEBIBYTE, perOrganization, perUser: perUser ?? ROOMY };
    const storage = createStorageService(parts, () => time.now, limits);
    return { storage, time, access, disk };
  }
  type Storage = Awaited<ReturnType<typeof open>>["storage"];

  async function fetchStored(storage: Storage, address: string, from = 0, to?: number) {
    const { pathname, searchParams } = new URL(address, "http://localhost");
    const object = await storage.open(pathname.split("/").at(-1) ?? "", searchParams.get("token") ?? "");
    return { ...object, bytes: await buffer(object.read(from, to ?? object.sizeBytes, (work) => work())) };
  }
  const refusal = (code: string) => expect.objectContaining({ code });

  test("stops serving an address once its maker loses access", async () => {
    const { storage, access } = await open();
    const key = await storage.put("sbx_1", "image/png", picture(10));
    const address = await storage.presign(ada, "sbx_1", key, 60_000);
    expect((await fetchStored(storage, address)).sizeBytes).toBe(10);
    access.isGone = true;
    await expect(fetchStored(storage, address)).rejects.toEqual(refusal("address_expired"));
  });

  test("ends an address with the token of its maker", async () => {
    const { storage, time } = await open();
    const key = await storage.put("sbx_1", "image/png", picture(10));
    const address = await storage.presign({ ...ada, endsAt: time.now + 1_000 }, "sbx_1", key, 60_000);
    time.now += 1_000;
    await expect(fetchStored(storage, address)).rejects.toEqual(refusal("address_expired"));
  });

  test("is rejected while the disk is nearly full", async () => {
    const { storage, disk } = await open();
    const film = await storage.begin("sbx_1", "video/mp4");
    disk.requireSpare = () => {
      throw new AppError("disk_full");
    };
    await expect(storage.put("sbx_1", "image/png", picture(1))).rejects.toEqual(refusal("disk_full"));
    await expect(storage.append(film, picture(1))).rejects.toEqual(refusal("disk_full"));
    await storage.finish(film);
  });

  test("is served by its address, from any byte, until it expires", async () => {
    const { storage, time } = await open();
    const bytes = Uint8Array.from({ length: 600_000 }, (_, at) => at % 251);
    const key = await storage.put("sbx_1", "image/png", bytes);
    expect(key).toMatch(/^storage:\/\/org_1\/sbx_1\/obj_[0-9a-z]{20}$/);
    const address = await storage.presign(ada, "sbx_1", key, 60_000);
    const fetched = await fetchStored(storage, address);
    expect([fetched.contentType, fetched.sizeBytes]).toEqual(["image/png", bytes.length]);
    expect(fetched.bytes.equals(bytes)).toBe(true);
    const middle = await fetchStored(storage, address, 262_143, 524_289);
    expect(middle.bytes.equals(bytes.subarray(262_143, 524_289))).toBe(true);
    time.now += 59_999;
    await fetchStored(storage, address);
    time.now += 1;
    await expect(fetchStored(storage, address)).rejects.toEqual(refusal("address_expired"));
  });

  test("is hidden from other objects' tokens, sandboxes and teams", async () => {
    const { storage } = await open();
    const [first, second] = [
      await storage.put("sbx_1", "image/png", picture(1)),
      await storage.put("sbx_1", "image/png", picture(2)),
    ];
    const address = await storage.presign(ada, "sbx_1", first);
    const others = address.replace(/obj_\w+/, second.split("/").at(-1) ?? "");
    await expect(fetchStored(storage, others)).rejects.toEqual(refusal("address_expired"));
    // Not the last character, because not all of its bits matter (RFC 4648, 3.5).
    const forged = address.replace(/.(?=.$)/, (sign) => (sign === "A" ? "B" : "A"));
    await expect(fetchStored(storage, forged)).rejects.toEqual(refusal("address_expired"));
    await expect(storage.presign(ada, "sbx_2", first)).rejects.toEqual(refusal("object_not_found"));
    for (const key of [
      first.replace("org_1", "org_2"),
      first.replace("sbx_1", "sbx_2"),
      `${first}/x`,
      "storage://a/b/c",
    ])
      await expect(storage.presign(ada, "sbx_1", key)).rejects.toEqual(refusal("object_not_found"));
  });

  test("can be streamed and is served when complete", async () => {
    const { storage } = await open();
    const key = await storage.begin("sbx_1", "video/mp4");
    for (const fill of [1, 2, 3]) await storage.append(key, picture(300_000, fill));
    await expect(storage.presign(ada, "sbx_1", key)).rejects.toEqual(refusal("object_not_found"));
    await storage.finish(key);
    const { bytes } = await fetchStored(storage, await storage.presign(ada, "sbx_1", key));
    expect([bytes.length, bytes[0], bytes[300_000], bytes.at(-1)]).toEqual([900_000, 1, 2, 3]);
    await expect(storage.append(key, picture(1))).rejects.toEqual(refusal("storage_limit"));
  });

  test("has a size limit, and a team's oldest make room", async () => {
    const { storage, time } = await open({ bytes: 3 * MEBIBYTE, objects: 3 });
    const growing = await storage.begin("sbx_1", "video/mp4");
    await storage.append(growing, picture(MEBIBYTE));
    await expect(storage.append(growing, picture(MEBIBYTE + 1))).rejects.toEqual(refusal("storage_limit"));
    await expect(storage.put("sbx_1", "image/png", picture(2 * MEBIBYTE + 1))).rejects.toEqual(
      refusal("storage_limit"),
    );
    const keys: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      time.now += 1;
      keys.push(await storage.put("sbx_1", "image/png", picture(1_000, count)));
    }
    const isThere = async (key: string) => storage.presign(ada, "sbx_1", key).then(Boolean, () => false);
    expect(await Promise.all(keys.map(isThere))).toEqual([false, false, true, true]);
    time.now += 1;
    await storage.put("sbx_2", "image/png", picture(2 * MEBIBYTE));
    expect(await Promise.all(keys.map(isThere))).toEqual([false, false, false, false]);
    // An unfinished object is never deleted, so it can exceed the limit itself.
    const more = await storage.begin("sbx_2", "video/mp4");
    await storage.append(more, picture(1.5 * MEBIBYTE));
    await storage.append(growing, picture(MEBIBYTE / 2));
    await expect(storage.append(growing, picture(MEBIBYTE / 2))).rejects.toEqual(refusal("storage_limit"));
  });

  test("is displaced only down to an equal share", async () => {
    const { storage, time } = await open({ bytes: 4 * MEBIBYTE, objects: 8 });
    const put = async (sandboxId: string, size: number) => {
      time.now += 1;
      return storage.put(sandboxId, "image/png", picture(size));
    };
    const areThere = async (sandboxId: string, keys: string[]) => {
      const isThere = (key: string) => storage.presign(ada, sandboxId, key).then(Boolean, () => false);
      return (await Promise.all(keys.map(isThere))).filter(Boolean).length;
    };
    const kept: string[] = [];
    for (let count = 0; count < 4; count += 1) kept.push(await put("sbx_1", MEBIBYTE / 2));
    const others: string[] = [];
    for (let count = 0; count < 10; count += 1) others.push(await put("sbx_2", MEBIBYTE / 2));
    expect([await areThere("sbx_1", kept), await areThere("sbx_2", others)]).toEqual([4, 4]);
    for (let count = 0; count < 10; count += 1) others.push(await put("sbx_2", 1));
    expect([await areThere("sbx_1", kept), await areThere("sbx_2", others)]).toEqual([4, 4]);
    const films = [await storage.begin("sbx_2", "video/mp4"), await storage.begin("sbx_2", "video/mp4")];
    for (const film of films) await storage.append(film, picture(MEBIBYTE));
    await expect(storage.append(films[0] ?? "", picture(1))).rejects.toEqual(refusal("storage_limit"));
    expect([await areThere("sbx_1", kept), await areThere("sbx_2", others)]).toEqual([4, 0]);
    // A later sandbox gets room from those with the most.
    const first = await put("sbx_3", 1_000);
    expect([await areThere("sbx_1", kept), await areThere("sbx_3", [first])]).toEqual([3, 1]);
  });

  test("just stored is never deleted to make room", async () => {
    const { storage } = await open({ bytes: MEBIBYTE, objects: 3 });
    await expect(storage.put("sbx_1", "image/png", picture(MEBIBYTE + 1))).rejects.toEqual(refusal("storage_limit"));
    const key = await storage.put("sbx_1", "image/png", picture(MEBIBYTE));
    expect(await storage.presign(ada, "sbx_1", key)).toContain("/storage/");
  });

  test("rejected is not kept when unfinished ones fill the team's limit", async () => {
    const { storage } = await open({ bytes: 2 * MEBIBYTE, objects: 2 });
    for (const sandboxId of ["sbx_1", "sbx_2"]) {
      const film = await storage.begin(sandboxId, "video/mp4");
      await storage.append(film, picture(MEBIBYTE));
    }
    await expect(storage.begin("sbx_3", "video/mp4")).rejects.toEqual(refusal("storage_limit"));
    await expect(storage.put("sbx_3", "image/png", picture(1))).rejects.toEqual(refusal("storage_limit"));
    expect(await createObjectStore(database()).measure("organizationId", "org_1")).toEqual({
      objects: 2,
      bytes: 2 * MEBIBYTE,
    });
  });

  test("is limited for each person over all teams", async () => {
    const { storage, time } = await open({ bytes: 3 * MEBIBYTE, objects: 100 }, { bytes: 4 * MEBIBYTE, objects: 5 });
    const put = async (sandboxId: string, size: number) => {
      time.now += 1;
      return { sandboxId, key: await storage.put(sandboxId, "image/png", picture(size)) };
    };
    const areThere = async (stored: { sandboxId: string; key: string }[]) => {
      const isThere = stored.map(({ sandboxId, key }) =>
        storage.presign(ada, sandboxId, key).then(Boolean, () => false),
      );
      return (await Promise.all(isThere)).filter(Boolean).length;
    };
    const first = [await put("sbx_1", MEBIBYTE), await put("sbx_1", MEBIBYTE), await put("sbx_1", MEBIBYTE)];
    const second = [await put("sbx_2", MEBIBYTE), await put("sbx_2", MEBIBYTE)];
    expect([await areThere(first), await areThere(second)]).toEqual([2, 2]);
    const third = [await put("sbx_3", 1), await put("sbx_3", 1)];
    expect([await areThere(first), await areThere(second), await areThere(third)]).toEqual([2, 1, 2]);
    // Unfinished objects are never deleted, so they can fill a person's whole limit.
    for (const sandboxId of ["sbx_1", "sbx_2"]) {
      const film = await storage.begin(sandboxId, "video/mp4");
      await storage.append(film, picture(2 * MEBIBYTE));
    }
    await expect(storage.begin("sbx_3", "video/mp4")).resolves.toContain("org_3");
    await expect(storage.put("sbx_3", "image/png", picture(2))).rejects.toMatchObject({
      message: expect.stringContaining("ongoing recordings of whoever made this sandbox fill 4194304 bytes"),
    });
  });

  test("is removed with its sandbox, by a call, and by age", async () => {
    const { storage, time } = await open();
    const left = async () => [
      (await database().selectFrom("storedObjects").select("id").execute()).length,
      (await database().selectFrom("storedParts").select("objectId").execute()).length,
    ];
    const key = await storage.put("sbx_1", "image/png", picture(MEBIBYTE));
    const address = await storage.presign(ada, "sbx_1", key, DAY_MS);
    await storage.put("sbx_2", "image/png", picture(10));
    const dropped = await storage.put("sbx_2", "image/png", picture(10));
    expect(await left()).toEqual([3, 6]);
    await storage.drop(dropped);
    await database().deleteFrom("sandboxes").where("id", "=", "sbx_1").execute();
    await expect(fetchStored(storage, address)).rejects.toEqual(refusal("address_expired"));
    await storage.forget();
    expect(await left()).toEqual([1, 1]);
    for (let n = 0; n < 4; n += 1) await storage.put("sbx_2", "image/png", picture(10));
    time.now += 7 * DAY_MS + 1;
    // Other work runs between the removals.
    expect(await countTurns(() => storage.forget())).toBeGreaterThanOrEqual(5);
    expect(await left()).toEqual([0, 0]);
  });
});
