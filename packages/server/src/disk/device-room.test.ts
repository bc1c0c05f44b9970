import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/both-databases.ts";
import { createDeviceRoom } from "./device-room.ts";

const MEBIBYTE = 1024 ** 2;
/** Beside the devices, room is left to the server. */
const KEPT_MIB = 64;
const base = temporaryFolder();
let count = 0;

/** Room for devices of 16 MB each on a disk of which so much is free, with ballast in place or not. */
function openRoom(freeMib: number, heldBytes = 100) {
  const folder = path.join(base, String(count++));
  mkdirSync(folder);
  const disk = { freeBytes: () => freeMib * MEBIBYTE, ballast: () => ({ heldBytes, fullBytes: 100 }) };
  return { folder, room: createDeviceRoom(disk, folder, 16) };
}

/** Of random bytes, as a file system might keep nothing of zeros. */
function store(folder: string, device: string, mebibytes: number): void {
  mkdirSync(path.join(folder, device), { recursive: true });
  const bytes = crypto.getRandomValues(new Uint8Array(65_536));
  for (let i = 0; i < mebibytes * 16; i++) writeFileSync(path.join(folder, device, `file${i}`), bytes);
}

test("each device has its whole storage set aside, and the server keeps some room", async () => {
  const { room } = openRoom(KEPT_MIB + 3 * 20);
  await room.require([], 3);
  await room.require(["a", "b"], 1);
  await expect(room.require([], 4)).rejects.toMatchObject({ code: "no_space" });
  await expect(room.require(["a", "b", "c"], 1)).rejects.toMatchObject({ code: "no_space" });
});

test("what devices have stored is not set aside twice", async () => {
  const { folder, room } = openRoom(KEPT_MIB + 20 + 6);
  store(folder, "a", 15);
  await room.require(["a"], 1);
  await expect(room.require(["a", "b"], 1)).rejects.toMatchObject({ code: "no_space" });
  // As after its end: what it stored is no longer there, nor free on this disk.
  rmSync(path.join(folder, "a"), { recursive: true });
  await expect(room.require(["b"], 1)).rejects.toMatchObject({ code: "no_space" });
});

test("what was measured counts until it is measured anew, also if that takes too long, and nothing that was freed since", async () => {
  const state = { freeMib: KEPT_MIB + 30, storedMib: 15, isLate: false };
  const disk = { freeBytes: () => state.freeMib * MEBIBYTE, ballast: () => ({ heldBytes: 0, fullBytes: 0 }) };
  const measure = async () => (state.isLate ? undefined : new Map([["a", state.storedMib * MEBIBYTE]]));
  const room = createDeviceRoom(disk, base, 16, measure);
  await room.require(["a"], 1);
  // It removes all that it stored, and nothing more can be told.
  Object.assign(state, { freeMib: state.freeMib + 15, storedMib: 0, isLate: true });
  await room.require(["a"], 1);
  await expect(room.require(["a"], 2)).rejects.toMatchObject({ code: "no_space" });
  // It can be told again.
  state.isLate = false;
  await expect(room.require(["a"], 2)).rejects.toMatchObject({ code: "no_space" });
  await room.require(["a"], 1);
});

test("where nothing can be told of devices, all of their storage is set aside", async () => {
  const disk = { freeBytes: () => (KEPT_MIB + 39) * MEBIBYTE, ballast: () => ({ heldBytes: 0, fullBytes: 0 }) };
  const room = createDeviceRoom(disk, base, 16, async () => undefined);
  await room.require(["a"], 0);
  await expect(room.require(["a"], 1)).rejects.toMatchObject({ code: "no_space" });
});

test("ballast that was given up comes before devices", async () => {
  const { room } = openRoom(KEPT_MIB + 20, 0);
  await expect(room.require([], 1)).rejects.toMatchObject({ code: "no_space" });
});
