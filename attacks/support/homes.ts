import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Makes the kernel report an error in a Linux sandbox's home. `pid`: the sandbox's first process. */
export function failHome(pid: number): void {
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, "utf8");
  const [, device] = /^.* \/sys\/home .* - ext4 \/dev\/(\S+) .*$/m.exec(mounts) ?? [];
  if (device === undefined) throw new Error(`process ${pid} has no home: ${mounts}`);
  writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, "1");
}

/** Returns a file of a mounted home, read only from the image. */
export function readAfterPowerCut(image: string, name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-home-"));
  try {
    const copy = path.join(folder, "copy.img");
    execFileSync("cp", ["--sparse=always", image, copy]);
    // A mount replays the journal. The namespace, and the mount with it, ends with the command.
    const script = 'mount -n -o loop "$1" /mnt && cat "/mnt/$2"';
    return execFileSync("unshare", ["--mount", "--", "sh", "-c", script, "sh", copy, name], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
