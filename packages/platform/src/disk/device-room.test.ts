import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/both-databases.ts";
import { createDeviceRoom } from "./device-room.ts";

const MEBIBYTE = 1024 ** 2;
/** Space reserved for the server. */
const KEPT_MIB = 64;
const base = temporaryFolder();
let count = 0;

/** Opens the room for devices of 16 MB each on a disk with the given free space and ballast. */
function openRoom(freeMib: number, heldBytes = 100) {
  const folder = path.join(base, String(count++));
  mkdirSync(folder);
  const disk = { freeBytes: () => freeMib * MEBIBYTE, ballast: () => ({ heldBytes, fullBytes: 100 }) };
  return { folder, room: createDeviceRoom(disk, folder, 16) };
}

/** Writes random bytes, because a file system might store nothing for zeros. */
function store(folder: string, device: string, mebibytes: number): void {
  mkdirSync(path.join(folder, device), { recursive: true });
  const bytes = crypto.getRandomValues(new Uint8Array(65_536));
  for (let i = 0; i < mebibytes * 16; i++) writeFileSync(path.join(folder, device, `file${i}`), bytes);
}

test("reserves each device's whole storage and the server's space", async () => {
  const { room } = openRoom(KEPT_MIB + 3 * 20);
  await room.require([], 3);
  await room.require(["a", "b"], 1);
  await expect(room.require([], 4)).rejects.toMatchObject({ code: "no_space" });
  await expect(room.require(["a", "b", "c"], 1)).rejects.toMatchObject({ code: "no_space" });
});

test("does not reserve stored data twice", async () => {
  const { folder, room } = openRoom(KEPT_MIB + 20 + 6);
  store(folder, "a", 15);
  await room.require(["a"], 1);
  await expect(room.require(["a", "b"], 1)).rejects.toMatchObject({ code: "no_space" });
  // After its end, its files are gone, but this fake disk has no more free space.
  rmSync(path.join(folder, "a"), { recursive: true });
  await expect(room.require(["b"], 1)).rejects.toMatchObject({ code: "no_space" });
});

test("uses the last measurement, without space freed since", async () => {
  const state = { freeMib: KEPT_MIB + 30, storedMib: 15, isLate: false };
  const disk = { freeBytes: () => state.freeMib * MEBIBYTE, ballast: () => ({ heldBytes: 0, fullBytes: 0 }) };
  const measure = async () => (state.isLate ? undefined : new Map([["a", state.storedMib * MEBIBYTE]]));
  const room = createDeviceRoom(disk, base, 16, measure);
  await room.require(["a"], 1);
  // It deletes its files, and later measurements time out.
  Object.assign(state, { freeMib: state.freeMib + 15, storedMib: 0, isLate: true });
  await room.require(["a"], 1);
  await expect(room.require(["a"], 2)).rejects.toMatchObject({ code: "no_space" });
  // Measurements work again.
  state.isLate = false;
  await expect(room.require(["a"], 2)).rejects.toMatchObject({ code: "no_space" });
  await room.require(["a"], 1);
});

test("reserves all storage if devices cannot be measured", async () => {
  const disk = { freeBytes: () => (KEPT_MIB + 39) * MEBIBYTE, ballast: () => ({ heldBytes: 0, fullBytes: 0 }) };
  const room = createDeviceRoom(disk, base, 16, async () => undefined);
  await room.require(["a"], 0);
  await expect(room.require(["a"], 1)).rejects.toMatchObject({ code: "no_space" });
});

test("reserves deleted ballast before devices", async () => {
  const { room } = openRoom(KEPT_MIB + 20, 0);
  await expect(room.require([], 1)).rejects.toMatchObject({ code: "no_space" });
});
