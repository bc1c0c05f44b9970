import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { PlanName } from "@terrarium/contract/pricing";
import type { DeviceActionService } from "@terrarium/device-control/action-log/service";
import type { DeviceSession, StreamedCommand } from "@terrarium/device-control/device/device-session";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { countTurns } from "@terrarium/platform/testing/count-turns";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CheckedOrganizationId } from "../organizations/service.ts";
import { createHomeFiles } from "./home-files.ts";
import { createSnapshotService } from "./service.ts";
import { createSnapshotStore } from "./store.ts";

const PAGE = { page: 1, pageSize: 10 };
const MIB = 1_048_576;
const caller: Caller = { kind: "session", userId: "usr_1", sessionId: "ses_1" };
const UNKNOWN = {
  sandboxId: null,
  sandboxName: null,
  templateId: null,
  templateName: null,
  actorKind: null,
  actorId: null,
  countsFor: null,
};
const LIMITS = { bytes: 2 * MIB, perOrganization: { snapshots: 3, bytes: 3 * MIB }, perUser: { bytes: 4 * MIB } };

describeOnBothDatabases("snapshots", (database) => {
  let now = 0;
  let organizationId = "org_1";
  let freeBytes = 1_000 * MIB;
  let plan: PlanName = "hobby";
  /** The device's output, and the exit of its command. */
  let home: (how: StreamedCommand) => Promise<number>;
  const sends =
    (bytes: Uint8Array, exitCode = 0) =>
    async ({ onOutput, signal }: StreamedCommand) => {
      for (let at = 0; at < bytes.length; at += 100_000) {
        signal.throwIfAborted();
        await onOutput("stdout", bytes.subarray(at, at + 100_000));
      }
      if (exitCode !== 0) await onOutput("stderr", Buffer.from("tar: broken"));
      return exitCode;
    };
  const files = new Map<string, Buffer>();
  const run = vi.fn<(command: string) => number>(() => 0);
  const session = {
    stream: (_command: string, how: StreamedCommand) => home(how),
    async run(command: string) {
      if (command.startsWith("printf"))
        return { stdout: Buffer.from("/home/user"), stderr: Buffer.alloc(0), exitCode: 0 };
      return { stdout: Buffer.alloc(0), stderr: Buffer.from("tar: broken"), exitCode: run(command) };
    },
    writeFile: async (path: string, content: Readable) => void files.set(path, await buffer(content)),
  } as Partial<DeviceSession> as DeviceSession;
  const devices = { get: async () => session };
  const target = { sandboxId: "sbx_1", address: { host: "127.0.0.1", port: 1 }, adbPrivateKeyPem: "" };
  const fresh = { ...target, sandboxId: "sbx_2" };
  /** Recorded box actions with their outcome. */
  const noted: string[] = [];
  const actions: Pick<DeviceActionService, "noting"> = {
    async noting(_caller, sandboxId, { kind, detail }, work) {
      const how = (outcome: string) => noted.push(`${sandboxId} ${kind} ${detail}: ${outcome}`);
      try {
        const result = await work();
        how("ok");
        return result;
      } catch (error) {
        how("failed");
        throw error;
      }
    },
  };
  const open = () => {
    const store = createSnapshotStore(database());
    const snapshots = createSnapshotService(
      {
        store,
        organizations: {
          async ofCaller(_caller, asked = organizationId) {
            if (asked === "org_foreign") throw new AppError("organization_not_found", { organizationId: asked });
            return asked as CheckedOrganizationId;
          },
        },
        sandboxes: {
          requireDevice: async (_caller, sandboxId) => ({
            ...target,
            kind: sandboxId === "sbx_phone" ? "phone" : "linux",
            envs: {},
            workingDir: "/",
          }),
          get: async () => ({ organizationId, name: "build", templateId: "tpl_linux", templateName: "Linux" }),
        },
        plans: { planOf: async () => plan },
        devices,
        disk: { freeBytes: () => freeBytes },
        actions,
      },
      () => now,
      LIMITS,
    );
    return { store, snapshots, homeFiles: createHomeFiles({ store, devices, actions }) };
  };
  const stored = async () =>
    Promise.all(
      (["snapshots", "snapshotParts"] as const).map(
        async (table) => (await database().selectFrom(table).selectAll().execute()).length,
      ),
    );

  beforeEach(async () => {
    [now, organizationId, freeBytes, plan] = [1_000, "org_1", 1_000 * MIB, "hobby"];
    for (const id of ["org_1", "org_2"])
      await database().insertInto("organizations").values({ id, name: "Team", createdAt: 0 }).execute();
  });
  afterEach(() => {
    files.clear();
    noted.length = 0;
    run.mockReset().mockReturnValue(0);
  });

  test("are created, listed, restored and deleted within the team", async () => {
    const { snapshots, homeFiles } = open();
    const bytes = randomBytes(MIB + 7);
    home = sends(bytes);
    const made = await snapshots.create(caller, "sbx_1", "one");
    expect(made).toMatchObject({ name: "one", sizeBytes: bytes.length, createdAt: 1_000 });
    now = 2_000;
    home = sends(Buffer.from("little"));
    await snapshots.create(caller, "sbx_1", "two");
    const { rows, total } = await snapshots.list(caller, { page: 1, pageSize: 1 });
    expect([rows.map(({ name }) => name), total]).toEqual([["two"], 2]);
    expect((await snapshots.list(caller, { page: 2, pageSize: 1 })).rows).toEqual([made]);
    await homeFiles.restore(await homeFiles.find(caller, "org_1", "one"), fresh);
    expect(files.get("/home/user/.terrarium-snapshot.tar.gz")?.equals(bytes)).toBe(true);
    expect(run).toHaveBeenCalledTimes(1);
    run.mockReturnValue(2);
    await expect(homeFiles.restore(await homeFiles.find(caller, "org_1", "two"), fresh)).rejects.toThrow("tar: broken");
    expect(noted).toEqual([
      "sbx_1 snapshot one: ok",
      "sbx_1 snapshot two: ok",
      "sbx_2 restore one: ok",
      "sbx_2 restore two: failed",
    ]);

    organizationId = "org_2";
    expect(await snapshots.list(caller, PAGE)).toEqual({ rows: [], total: 0 });
    expect((await snapshots.list(caller, { ...PAGE, organizationId: "org_1" })).total).toBe(2);
    expect((await snapshots.get(caller, "one", "org_1")).id).toBe(made.id);
    const strangers = [
      () => snapshots.list(caller, { ...PAGE, organizationId: "org_foreign" }),
      () => snapshots.get(caller, "one", "org_foreign"),
      () => snapshots.delete(caller, "one", "org_foreign"),
    ];
    for (const attempt of strangers) await expect(attempt()).rejects.toMatchObject({ code: "organization_not_found" });
    const attempts = [
      () => snapshots.get(caller, "one"),
      () => snapshots.delete(caller, "one"),
      () => homeFiles.find(caller, "org_2", "one"),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "snapshot_not_found" });
    await snapshots.create(caller, "sbx_1", "one");
    await snapshots.delete(caller, "one", "org_1");
    organizationId = "org_1";
    await expect(snapshots.get(caller, "one")).rejects.toMatchObject({ code: "snapshot_not_found" });
    await database().deleteFrom("organizations").where("id", "=", "org_2").execute();
    await snapshots.forget();
    expect(await stored()).toEqual([1, 1]);
  });

  test("show their source and creator, as far as known", async () => {
    const { snapshots, store } = open();
    const user = { id: "usr_1", name: "Ada", provider: "github", providerUserId: "1", createdAt: 0, updatedAt: 0 };
    await database().insertInto("users").values(user).execute();
    home = sends(Buffer.from("little"));
    const origin = { sandboxId: "sbx_1", sandboxName: "build", templateId: "tpl_linux", templateName: "Linux" };
    const made = await snapshots.create(caller, "sbx_1", "one");
    expect(made).toMatchObject({ ...origin, actorKind: "user", actorId: "usr_1", actorName: "Ada" });
    expect([await snapshots.get(caller, "one"), (await snapshots.list(caller, PAGE)).rows]).toEqual([made, [made]]);
    await database().deleteFrom("users").where("id", "=", "usr_1").execute();
    expect(await snapshots.get(caller, "one")).toEqual({ ...made, actorName: null });

    await store.beginWithin(9, { ...UNKNOWN, id: "snp_old", organizationId: "org_1", name: "old", createdAt: 0 });
    expect(await store.finish("snp_old")).toMatchObject({ ...UNKNOWN, actorName: null });
  });

  test("have limits of names, number, size and disk; none for phones", async () => {
    const { snapshots } = open();
    const refusal = (sandboxId: string, name: string) =>
      snapshots.create(caller, sandboxId, name).then(
        () => undefined,
        ({ code }: { code: string }) => code,
      );
    expect(await refusal("sbx_phone", "a")).toBe("not_possible");
    freeBytes = 1;
    expect(await refusal("sbx_1", "a")).toBe("disk_full");
    freeBytes = 1_000 * MIB;
    home = sends(randomBytes(3 * MIB));
    expect(await refusal("sbx_1", "a")).toBe("snapshot_limit");
    home = sends(randomBytes(1.9 * MIB));
    await snapshots.create(caller, "sbx_1", "a");
    expect(await refusal("sbx_1", "a")).toBe("snapshot_exists");
    expect(await refusal("sbx_1", "b")).toBe("snapshot_limit");
    home = sends(Buffer.from("little"));
    for (const name of ["b", "c"]) await snapshots.create(caller, "sbx_1", name);
    expect(await refusal("sbx_1", "d")).toBe("snapshot_limit");
    // A snapshot rejected before reading is not recorded.
    const failed = noted.filter((line) => line.endsWith("failed"));
    expect(failed).toEqual(["sbx_1 snapshot a: failed", "sbx_1 snapshot b: failed"]);
    await snapshots.forget();
    expect((await stored())[0]).toBe(3);
  });

  test("of one person have a byte limit over free teams", async () => {
    const { snapshots } = open();
    home = sends(randomBytes(1.4 * MIB));
    const keep = (name: string, asWhom: Caller = caller) => snapshots.create(asWhom, "sbx_1", name);
    const key = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_2", scope: "manage" } as const;
    for (const name of ["a", "b"]) await keep(name);
    organizationId = "org_2";
    for (const asWhom of [caller, { ...key, createdBy: "usr_1" }])
      await expect(keep("c", asWhom)).rejects.toMatchObject({
        code: "snapshot_limit",
        message: expect.stringContaining("in all teams"),
      });
    // A rejected snapshot leaves no data.
    await keep("c", { ...key, createdBy: "usr_2" });
    plan = "pro";
    await keep("d");
    plan = "hobby";
    await snapshots.delete(caller, "c");
    await expect(keep("c")).rejects.toMatchObject({ code: "snapshot_limit" });
    await database().deleteFrom("organizations").where("id", "=", "org_1").execute();
    await keep("c");
  });

  test("yield to other work during removal, at any size", async () => {
    const { store } = open();
    await store.beginWithin(9, { ...UNKNOWN, id: "snp_large", organizationId: "org_1", name: "large", createdAt: now });
    for (let part = 0; part < 80; part += 1) await store.append("snp_large", Buffer.from("part"));
    await store.detach("snp_large");
    expect(await countTurns(() => store.removeDetached())).toBeGreaterThanOrEqual(5);
    expect(await stored()).toEqual([0, 0]);
  });

  test("incomplete after a failed device, command or server are not listed", async () => {
    const { snapshots, store } = open();
    home = sends(randomBytes(MIB), 1);
    await expect(snapshots.create(caller, "sbx_1", "a")).rejects.toMatchObject({ code: "device_failed" });
    home = async (how) => {
      await sends(randomBytes(MIB))(how);
      throw new Error("the device is gone");
    };
    await expect(snapshots.create(caller, "sbx_1", "a")).rejects.toThrow("the device is gone");
    home = async (how) => {
      await database().deleteFrom("organizations").where("id", "=", "org_1").execute();
      return sends(randomBytes(MIB))(how);
    };
    await expect(snapshots.create(caller, "sbx_1", "a")).rejects.toMatchObject({ code: "organization_not_found" });
    await snapshots.forget();
    expect(await stored()).toEqual([0, 0]);

    await store.beginWithin(9, { ...UNKNOWN, id: "snp_dead", organizationId: "org_2", name: "dead", createdAt: now });
    await store.append("snp_dead", Buffer.from("half"));
    organizationId = "org_2";
    expect(await snapshots.list(caller, PAGE)).toEqual({ rows: [], total: 0 });
    await expect(snapshots.get(caller, "dead")).rejects.toMatchObject({ code: "snapshot_not_found" });
    await snapshots.forget();
    expect(await stored()).toEqual([1, 1]);
    now += 10 * 60_000;
    await snapshots.forget();
    expect(await stored()).toEqual([0, 0]);
  });
});
