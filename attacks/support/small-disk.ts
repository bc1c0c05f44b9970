import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const CHUNK_BYTES = 1_048_576;

/** A small separate disk that fills quickly. */
export interface SmallDisk {
  readonly folder: string;
  /** Writes until the disk is completely full. */
  fill(): void;
  /** Removes the fill. */
  free(): void;
  unmount(): void;
}

/** Mounts a tmpfs of that size. Throws if this user may not mount. */
export function mountSmallDisk(mebibytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m,mode=0700`, "tmpfs", folder], { stdio: "pipe" });
  } catch (error) {
    rmdirSync(folder);
    throw new Error(
      "these attacks mount a small disk (tmpfs) to fill it: run them as root, where mounting is allowed",
      {
        cause: error,
      },
    );
  }
  const filling = path.join(folder, "filling");
  return {
    folder,
    fill() {
      const descriptor = openSync(filling, "a");
      let bytes = CHUNK_BYTES;
      while (bytes > 0) {
        try {
          writeSync(descriptor, Buffer.alloc(bytes));
        } catch (error) {
          if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
          bytes = Math.floor(bytes / 2);
        }
      }
      closeSync(descriptor);
    },
    free: () => rmSync(filling, { force: true }),
    unmount() {
      // Lazily: a process that is ending may still use it.
      execFileSync("umount", ["--lazy", folder], { stdio: "pipe" });
      rmdirSync(folder);
    },
  };
}
