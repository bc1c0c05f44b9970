import { buffer } from "node:stream/consumers";
import type { Caller } from "@terrarium/platform/base/caller";
import type { Database } from "@terrarium/platform/db/database";
import { createSecretBox } from "@terrarium/platform/secrets/secret-box";
import { createStorageService } from "@terrarium/platform/storage/service";
import { createObjectStore } from "@terrarium/platform/storage/store";
import { newSandboxRow } from "@terrarium/platform/testing/sandbox-row";
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";
import { expect, onTestFinished, vi } from "vitest";
import type { DeviceSession, ScreenViewer } from "../../device/device-session.ts";
import { RecordingMemory } from "../recording-memory.ts";
import { createRecordingService } from "../service.ts";
import { createRecordingStore, type RecordingStore } from "../store.ts";

const ROOMY_DISK = { requireSpare: () => undefined };

export const ada: Caller = { kind: "session", userId: "usr_1", sessionId: "ses_1" };
export const bob: Caller = { kind: "session", userId: "usr_2", sessionId: "ses_2" };
/** H.264 parameter sets for 720 by 1280 pixels. */
const CONFIG = Buffer.from("0000000167640020acb405a050d080000003008000003c478c19500000000168ef3cb0", "hex");
const KEY = Buffer.from("00000001650102030405", "hex");
const DELTA = Buffer.from("00000001410102030405", "hex");

/** Returns the frames of an MP4 file: kind, start and end, in seconds. */
async function readFilm(bytes: Uint8Array<ArrayBuffer>) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("the film has no pictures");
  const pictures: [string, number, number][] = [];
  for await (const { type, timestamp, duration } of new EncodedPacketSink(track).packets())
    pictures.push([type, Number(timestamp.toFixed(2)), Number((timestamp + duration).toFixed(2))]);
  return { size: [track.codedWidth, track.codedHeight], pictures };
}

export const refusal = (code: string) => expect.objectContaining({ code });

/** Opens a sandbox with a screen that the test controls, and servers that record it, on one database. */
export async function openRecordings(db: Database) {
  await db.insertInto("organizations").values({ id: "org_1", name: "Team", createdAt: 0 }).execute();
  await db
    .insertInto("sandboxes")
    .values({ ...newSandboxRow("sbx_1", 1), state: "running" as const })
    .execute();
  const time = { now: 100_000 };
  const clock = () => time.now;
  const box = createSecretBox("a secret of the server's");
  const parts = { store: createObjectStore(db), box, disk: ROOMY_DISK, hasAccess: async () => true };
  const storage = createStorageService(parts, clock);
  const viewers = new Set<ScreenViewer>();
  const show = (kind: "config" | "key" | "delta", atMs = time.now, rest = new Uint8Array()) => {
    time.now = atMs;
    const data = Buffer.concat([{ config: CONFIG, key: KEY, delta: DELTA }[kind], rest]);
    for (const viewer of viewers) viewer.packet({ kind, ptsUs: 0, data, bytes: Uint8Array.from(data) });
  };
  const screen = { codec: "h264" as "h264" | "png" };
  const session: Pick<DeviceSession, "watchScreen"> = {
    async watchScreen(viewer) {
      viewers.add(viewer);
      viewer.event({ type: "screen", codec: screen.codec, width: 720, height: 1280 });
      return { control: async () => {}, restart: () => {}, close: () => void viewers.delete(viewer) };
    },
  };
  const endScreen = () => {
    for (const viewer of viewers) viewer.end({ cause: "sandbox-ended", detail: "over" });
  };
  const requireDevice = vi.fn<(caller: Caller) => Promise<never>>().mockResolvedValue({} as never);
  const sandboxes = { requireDevice, get: async () => ({}) };
  const devices = { get: async () => session as DeviceSession };
  const log = { warn: vi.fn<() => void>() };
  const alive = new Set(["one", "two"]);
  const serverOf = (id: string, change: Partial<RecordingStore> = {}, memory = new RecordingMemory()) => {
    const replica = { id, isAlive: async (other: string) => alive.has(other) };
    const store = { ...createRecordingStore(db), ...change };
    const parts = { store, storage, sandboxes, devices, replica, log };
    const server = createRecordingService(parts, clock, memory);
    onTestFinished(() => server.closeAll());
    return server;
  };
  const fetchFilm = async (storageKey: string) => {
    const { pathname, searchParams } = new URL(await storage.presign(ada, "sbx_1", storageKey), "http://localhost");
    const object = await storage.open(pathname.split("/").at(-1) ?? "", searchParams.get("token") ?? "");
    return readFilm(Uint8Array.from(await buffer(object.read(0, object.sizeBytes, (work) => work()))));
  };
  return { serverOf, fetchFilm, show, endScreen, screen, viewers, alive, time, log, sandboxes };
}
