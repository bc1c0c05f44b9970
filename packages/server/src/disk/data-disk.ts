import { randomFillSync } from "node:crypto";
import { rmSync, statfsSync, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../base/app-error.ts";

const MEBIBYTE = 1024 ** 2;
/** Held back for the day on which the disk is full: room for tens of thousands of small changes. */
const BALLAST_BYTES = 16 * MEBIBYTE;
/** Held back for a start on that day, which opens the database: what runs never takes it. */
const START_BALLAST_BYTES = MEBIBYTE;
/** With less left, a change of the database might not fit. */
const ROOM_BYTES = MEBIBYTE;
/** Left to small records: pictures, recordings and other large writes of tenants stop above it. */
const SPARE_BYTES = 32 * MEBIBYTE;

/** The disk with the data directory, and the ballast on it: files that are given up so that deleting can be recorded. */
export interface DataDisk {
  /** What this user can still write there. */
  freeBytes(): number;
  /** Throws disk_full while there is only room for small records. Costs some microseconds. */
  requireSpare(): void;
  /** What of the ballast is there. */
  ballast(): { heldBytes: number; fullBytes: number };
  /** Gives ballast up if the next change of the database might not fit. Costs some microseconds; never throws. */
  makeRoom(): void;
  /** Makes ballast that was given up again, if there is room for it and as much again. */
  restoreBallast(): Promise<void>;
}

/** Opens it at the start of the server: on a full disk all of the ballast goes. The folder exists. */
export function openDataDisk(folder: string): DataDisk {
  const ballast = openBallast(path.join(folder, "ballast"), BALLAST_BYTES);
  const startBallast = openBallast(path.join(folder, "ballast-for-start"), START_BALLAST_BYTES);
  const parts = [startBallast, ballast];
  const fullBytes = BALLAST_BYTES + START_BALLAST_BYTES;

  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };

  function giveUpIfFull(part: Ballast): void {
    if (part.heldBytes() > 0 && freeBytes() < ROOM_BYTES) part.giveUp();
  }
  giveUpIfFull(ballast);
  giveUpIfFull(startBallast);

  return {
    freeBytes,
    requireSpare() {
      if (freeBytes() < SPARE_BYTES) throw new AppError("disk_full");
    },
    ballast: () => ({ heldBytes: ballast.heldBytes() + startBallast.heldBytes(), fullBytes }),
    makeRoom: () => giveUpIfFull(ballast),
    async restoreBallast() {
      for (const part of parts) if (part.heldBytes() === 0 && freeBytes() >= 2 * fullBytes) await part.restore();
    },
  };
}

interface Ballast {
  heldBytes(): number;
  giveUp(): void;
  restore(): Promise<void>;
}

function openBallast(file: string, bytes: number): Ballast {
  let heldBytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return {
    heldBytes: () => heldBytes,
    giveUp() {
      // Needs neither space nor a descriptor.
      rmSync(file, { force: true });
      heldBytes = 0;
    },
    async restore() {
      await writeWhole(file, bytes);
      heldBytes = bytes;
    },
  };
}

/** Appears whole or not at all. */
async function writeWhole(file: string, bytes: number): Promise<void> {
  const begun = `${file}.new`;
  try {
    await using handle = await open(begun, "w", 0o600);
    // Random: a file system that compresses would keep nothing for zeros.
    const block = randomFillSync(Buffer.alloc(MEBIBYTE));
    for (let written = 0; written < bytes; written += block.length) {
      block.writeUInt32LE(written);
      await handle.write(block);
    }
    await handle.sync();
    await rename(begun, file);
  } catch (error) {
    await rm(begun, { force: true });
    throw error;
  }
}
