import { randomFillSync } from "node:crypto";
import { rmSync, statfsSync, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../base/app-error.ts";

const MEBIBYTE = 1024 ** 2;
/** Space reserved for a full disk: enough for tens of thousands of small changes. */
const BALLAST_BYTES = 16 * MEBIBYTE;
/** Space reserved for a server start on a full disk, which opens the database. A running server never uses it. */
const START_BALLAST_BYTES = MEBIBYTE;
/** Free space below which a change of the database might fail. */
const ROOM_BYTES = MEBIBYTE;
/** Space reserved for small records: screenshots, recordings and other large writes of tenants stop below it. */
const SPARE_BYTES = 32 * MEBIBYTE;

/**
 * The disk of the data directory with its ballast: files that are deleted on a full disk, so that deletions can be
 * recorded.
 */
export interface DataDisk {
  /** Returns the space that this user can still write. */
  freeBytes(): number;
  /** Throws disk_full while only the space for small records is left. Takes some microseconds. */
  requireSpare(): void;
  /** Returns the current and full size of the ballast. */
  ballast(): { heldBytes: number; fullBytes: number };
  /** Deletes ballast if the next change of the database might fail. Takes some microseconds; never throws. */
  makeRoom(): void;
  /** Recreates deleted ballast, if there is space for twice its size. */
  restoreBallast(): Promise<void>;
}

/** Opens the disk at the server's start; deletes all ballast if the disk is full. The folder must exist. */
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
      // Deleting needs neither space nor a descriptor.
      rmSync(file, { force: true });
      heldBytes = 0;
    },
    async restore() {
      await writeWhole(file, bytes);
      heldBytes = bytes;
    },
  };
}

/** Writes a file atomically. */
async function writeWhole(file: string, bytes: number): Promise<void> {
  const begun = `${file}.new`;
  try {
    await using handle = await open(begun, "w", 0o600);
    // Random bytes, because a compressing file system would reserve nothing for zeros.
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
