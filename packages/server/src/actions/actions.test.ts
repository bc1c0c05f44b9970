import { KEPT_ACTIONS } from "@terrarium/contract/actions";
import { createDeviceActionService } from "@terrarium/device-control/action-log/service";
import { AppError } from "@terrarium/platform/base/app-error";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { newSandboxRow } from "@terrarium/platform/testing/sandbox-row";
import { insertTeam } from "@terrarium/platform/testing/test-users";
import { expect, test, vi } from "vitest";
import { createDeviceActionStore } from "./store.ts";

const ada = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;
const program = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "manage" } as const;
const tap = { kind: "tap", detail: "1 2" } as const;

describeOnBothDatabases("device actions", (database) => {
  const clock = { now: 10_000 };
  const log = { error: vi.fn<() => void>() };

  async function open() {
    await insertTeam(database());
    await database()
      .insertInto("sandboxes")
      .values(
        ["sbx_1", "sbx_2"].map((id, number) => ({
          ...newSandboxRow(id, number),
          state: "running" as const,
        })),
      )
      .execute();
    const sandboxes = {
      async get(_caller: unknown, id: string) {
        if (id === "sbx_foreign") throw new AppError("sandbox_not_found", { sandboxId: id });
        return { id };
      },
    };
    return createDeviceActionService({ store: createDeviceActionStore(database()), sandboxes, log }, () => clock.now);
  }

  test("records messages of failures and exit codes, never of private texts", async () => {
    const actions = await open();
    const fail = async () => {
      throw new AppError("device_failed", { sandboxId: "sbx_1", detail: "no hunter2 at https://a.test/?token=x" });
    };
    await expect(actions.noting(ada, "sbx_1", { kind: "text", detail: "7" }, fail)).rejects.toThrow("hunter2");
    clock.now += 1;
    await expect(actions.noting(ada, "sbx_1", tap, fail)).rejects.toThrow("hunter2");
    clock.now += 1;
    await actions.noting(ada, "sbx_1", { kind: "command", detail: "false" }, async () => 1, Number);
    expect(await actions.list(ada, "sbx_1", 10)).toEqual([
      expect.objectContaining({ kind: "command", outcome: "ok", message: null, exitCode: 1 }),
      expect.objectContaining({ kind: "tap", message: expect.stringMatching(/no hunter2 at …/), exitCode: null }),
      expect.objectContaining({ kind: "text", outcome: "device_failed", message: null }),
    ]);
  });

  test("records a caller's rejected requests once, and ten in a while", async () => {
    const actions = await open();
    const error = () => new AppError("scope_required", { scope: "drive", held: "read" });
    for (let count = 0; count < 20; count += 1) await actions.refuse(program, "sbx_1", "POST /actions/tap", error());
    await actions.refuse(program, "sbx_foreign", "POST /actions/tap", error());
    const [only, ...others] = await actions.list(ada, "sbx_1", 100);
    expect(only).toMatchObject({ kind: "refused", detail: "POST /actions/tap", outcome: "scope_required" });
    expect(others).toEqual([]);
    for (let count = 0; count < 100; count += 1) await actions.refuse(program, "sbx_1", `POST /${count}`, error());
    expect(await actions.list(ada, "sbx_1", 100)).toHaveLength(10);
    clock.now += 10 * 60_000;
    await actions.refuse(program, "sbx_1", "POST /actions/tap", error());
    expect(await actions.list(ada, "sbx_1", 100)).toHaveLength(11);
    const events = await database().selectFrom("webhookDeliveries").select("id").execute();
    expect(events).toEqual([]);
  });

  test("does not repeat a failed action as a rejected request", async () => {
    const actions = await open();
    const error = new AppError("element_changed", { detail: "gone" });
    const failing = actions.noting(ada, "sbx_1", tap, () => Promise.reject(error));
    await expect(failing).rejects.toBe(error);
    await actions.refuse(ada, "sbx_1", "POST /actions/tap", error);
    expect((await actions.list(ada, "sbx_1", 10)).map(({ kind }) => kind)).toEqual(["tap"]);
  });

  test("lists the newest actions first with actor, duration and outcome", async () => {
    const actions = await open();
    actions.note(ada, "sbx_1", { ...tap, at: 9_000, durationMs: 40 });
    await actions.noting(program, "sbx_1", { kind: "key", detail: "home" }, async () => {
      clock.now += 12;
    });
    const failure = actions.noting(program, "sbx_1", tap, async () => {
      throw new AppError("device_failed", { sandboxId: "sbx_1", detail: "gone" });
    });
    await expect(failure).rejects.toThrow("gone");
    const refusal = actions.noting(program, "sbx_1", tap, async () => {
      throw new AppError("outside_screen", { x: 1, y: 2, widthPx: 1, heightPx: 1 });
    });
    await expect(refusal).rejects.toThrow("outside the screen");
    actions.note(ada, "sbx_2", tap);
    expect(await actions.list(ada, "sbx_1", 10)).toEqual([
      expect.objectContaining({ kind: "tap", actorName: "ci", outcome: "device_failed" }),
      expect.objectContaining({ kind: "key", detail: "home", actorKind: "api_key", durationMs: 12, outcome: "ok" }),
      {
        id: expect.stringMatching(/^act_/),
        at: "1970-01-01T00:00:09.000Z",
        actorKind: "user",
        actorName: "Ada",
        kind: "tap",
        detail: "1 2",
        durationMs: 40,
        outcome: "ok",
        message: null,
        exitCode: null,
      },
    ]);
    expect(await actions.list(ada, "sbx_1", 1)).toHaveLength(1);
  });

  test("records no action that its caller was refused", async () => {
    const actions = await open();
    for (const error of [
      new AppError("sandbox_not_found", { sandboxId: "sbx_1" }),
      new AppError("scope_required", { scope: "manage", held: "drive" }),
    ])
      await expect(actions.noting(program, "sbx_1", tap, () => Promise.reject(error))).rejects.toBe(error);
    expect(await actions.list(ada, "sbx_1", 10)).toEqual([]);
  });

  test("shows a stranger no actions", async () => {
    const actions = await open();
    await expect(actions.list(ada, "sbx_foreign", 10)).rejects.toThrow("sbx_foreign");
  });

  test("keeps only the newest actions, and none without their sandbox", async () => {
    const actions = await open();
    for (let at = 0; at < KEPT_ACTIONS + 5; at += 1) actions.note(ada, "sbx_1", { ...tap, at });
    actions.note(ada, "sbx_gone", tap);
    await actions.flush();
    const kept = await actions.list(ada, "sbx_1", KEPT_ACTIONS);
    expect(kept).toHaveLength(KEPT_ACTIONS);
    expect(kept.at(-1)?.at).toBe(new Date(5).toISOString());
    await database().deleteFrom("sandboxes").where("id", "=", "sbx_1").execute();
    expect(await actions.list(ada, "sbx_1", 10)).toEqual([]);
    expect(log.error).not.toHaveBeenCalled();
  });

  test("keeps exactly the newest actions of one millisecond", async () => {
    const actions = await open();
    const note = (from: number, to: number) => {
      for (let i = from; i < to; i += 1) actions.note(ada, "sbx_1", { ...tap, at: 7, detail: String(i) });
    };
    note(0, KEPT_ACTIONS);
    await actions.flush();
    note(KEPT_ACTIONS, KEPT_ACTIONS + 10);
    await actions.flush();
    const kept = await actions.list(ada, "sbx_1", KEPT_ACTIONS);
    expect(kept.map(({ detail }) => Number(detail))).toEqual(
      Array.from({ length: KEPT_ACTIONS }, (_, i) => KEPT_ACTIONS + 9 - i),
    );
  });

  test("drops a flooding device's own oldest actions only", async () => {
    const actions = await open();
    actions.note(ada, "sbx_2", { ...tap, detail: "before" });
    for (let i = 0; i < 50_000; i += 1) actions.note(program, "sbx_1", { ...tap, detail: String(i) });
    actions.note(ada, "sbx_2", { ...tap, detail: "after" });
    await actions.flush();
    expect((await actions.list(ada, "sbx_2", 10)).map(({ detail }) => detail)).toEqual(["after", "before"]);
    const flood = await actions.list(ada, "sbx_1", KEPT_ACTIONS);
    expect([flood.length, flood[0]?.detail]).toEqual([KEPT_ACTIONS, "49999"]);
    expect(log.error).not.toHaveBeenCalled();
  });

  test("writes other actions beside one that cannot be stored", async () => {
    const actions = await open();
    actions.note(ada, "sbx_1", tap);
    actions.note(ada, "sbx_1", { kind: "command", detail: "true\0 and more" });
    await actions.flush();
    const noted = await actions.list(ada, "sbx_1", 10);
    expect(noted.map(({ detail }) => detail)).toEqual(["true\uFFFD and more", "1 2"]);
    expect(log.error).not.toHaveBeenCalled();
  });

  test("reports an unwritable action without affecting other devices", async () => {
    const actions = await open();
    actions.note(ada, "sbx_1", { ...tap, durationMs: Number.NaN });
    actions.note(ada, "sbx_2", tap);
    await actions.flush();
    expect(await actions.list(ada, "sbx_2", 10)).toHaveLength(1);
    expect(log.error).toHaveBeenCalledOnce();
    log.error.mockClear();
  });
});
