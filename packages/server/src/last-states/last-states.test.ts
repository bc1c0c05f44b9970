import { KEPT_LOG_BYTES } from "@terrarium/contract/boxes";
import type { DeviceSession } from "@terrarium/device-control/device/device-session";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { newSandboxRow } from "@terrarium/platform/testing/sandbox-row";
import { expect, test, vi } from "vitest";
import { createLastStates } from "./service.ts";
import { createLastStateStore } from "./store.ts";

const PIXELS = { widthPx: 2, heightPx: 1, rgba: Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 255) };
const target = (sandboxId: string) => ({ sandboxId, address: { host: "127.0.0.1", port: 1 }, adbPrivateKeyPem: "" });
/** A responding device is awaited for long, because the machine may be busy. */
const PATIENCE_MS = { hung: 50, answering: 15_000 };

describeOnBothDatabases("the saved data of an ended sandbox", (database) => {
  async function open(device: Partial<Pick<DeviceSession, "screenPixels" | "run">> | "gone" | "hung") {
    await database().insertInto("organizations").values({ id: "org_1", name: "Team", createdAt: 0 }).execute();
    const rows = ["sbx_1", "sbx_2", "sbx_3"].map((id, number) => newSandboxRow(id, number));
    await database()
      .insertInto("sandboxes")
      .values(rows.map((row) => ({ ...row, state: "ended" as const })))
      .execute();
    const log = { warn: vi.fn<() => void>() };
    const get = async () => {
      if (device === "gone") throw new Error("gone");
      if (device === "hung") return new Promise<never>(() => {});
      return { screenPixels: async () => PIXELS, run: () => said("one\ntwo\n"), ...device } as unknown as DeviceSession;
    };
    const store = createLastStateStore(database());
    return {
      store,
      log,
      lastStates: createLastStates(
        { store, devices: { get }, log },
        () => 5,
        device === "hung" ? PATIENCE_MS.hung : PATIENCE_MS.answering,
      ),
    };
  }
  const said = async (text: string) => ({ stdout: Buffer.from(text), stderr: new Uint8Array(), exitCode: 0 });

  test("is the last frame and log, deleted with the sandbox", async () => {
    const { lastStates, log } = await open({});
    await lastStates.keep("sbx_1", target("sbx_1"));
    expect(await lastStates.log("sbx_1")).toBe("one\ntwo\n");
    const frame = await lastStates.frame("sbx_1");
    expect(
      Buffer.from(frame?.png ?? [])
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    expect(await lastStates.frame("sbx_2")).toBeUndefined();
    await database().deleteFrom("sandboxes").where("id", "=", "sbx_1").execute();
    expect([await lastStates.log("sbx_1"), await lastStates.frame("sbx_1")]).toEqual([undefined, undefined]);
    await lastStates.keep("sbx_1", target("sbx_1"));
    expect(await database().selectFrom("keepsakes").selectAll().execute()).toEqual([]);
    expect(log.warn).not.toHaveBeenCalled();
  });

  test("uses the last seen frame of a lost or hung device", async () => {
    for (const device of ["gone", "hung"] as const) {
      const { lastStates } = await open(device);
      lastStates.see("sbx_1", { png: Buffer.from("seen"), version: "v" });
      // More than the limit of concurrent reads.
      await Promise.all(["sbx_1", "sbx_2", "sbx_3", "sbx_2", "sbx_3"].map((id) => lastStates.keep(id, target(id))));
      lastStates.see("sbx_2", { png: Buffer.from("crashed"), version: "v" });
      await lastStates.keep("sbx_2", undefined);
      const frames = [
        await lastStates.frame("sbx_1"),
        await lastStates.frame("sbx_2"),
        await lastStates.frame("sbx_3"),
      ];
      expect(frames.map((frame) => frame && Buffer.from(frame.png).toString())).toEqual(["seen", "crashed", undefined]);
      expect(await lastStates.log("sbx_1")).toBeUndefined();
      await database().deleteFrom("sandboxes").execute();
      await database().deleteFrom("organizations").execute();
    }
  });

  test("limits log lines, and a team's frames and logs", async () => {
    const line = "11-21 09:41:07.123 1 2 I Tag: é\n";
    const { lastStates, store } = await open({ run: () => said(line.repeat(10_000)) });
    await lastStates.keep("sbx_1", target("sbx_1"));
    const kept = (await lastStates.log("sbx_1")) ?? "";
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(KEPT_LOG_BYTES);
    expect(kept).toBe(line.repeat(kept.length / line.length));
    const keep = (sandboxId: string, most: { frame: number; log: number }) =>
      store.save({ sandboxId, frame: "AAAA", log: "x" }, 7, most);
    for (const id of ["sbx_2", "sbx_3"]) await keep(id, { frame: 2, log: 3 });
    const areKept = (what: "frame" | "log") =>
      Promise.all(["sbx_1", "sbx_2", "sbx_3"].map(async (id) => (await store[what](id)) !== undefined));
    expect([await areKept("frame"), await areKept("log")]).toEqual([
      [false, true, true],
      [true, true, true],
    ]);
    await keep("sbx_3", { frame: 2, log: 2 });
    expect([await areKept("frame"), await areKept("log")]).toEqual([
      [false, true, true],
      [false, true, true],
    ]);
  });

  test("does not block the sandbox's end when unwritable", async () => {
    const { log, store } = await open({});
    const failing = { ...store, save: () => Promise.reject(new Error("the disk is full")) };
    const devices = { get: async () => ({ screenPixels: async () => PIXELS }) as unknown as DeviceSession };
    await createLastStates({ store: failing, devices, log }, () => 5, PATIENCE_MS.answering).keep(
      "sbx_1",
      target("sbx_1"),
    );
    expect(log.warn).toHaveBeenCalledTimes(1);
  });
});
