import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { openDataFolder } from "./data-folder.ts";

const base = mkdtempSync(join(tmpdir(), "data-folder-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("the data folder", () => {
  it("is locked by one device, by any path", async () => {
    const folder = join(base, "made", "on", "the", "way");
    const release = await openDataFolder(folder);
    symlinkSync(folder, join(base, "other-name"));
    await expect(openDataFolder(join(base, "other-name"))).rejects.toThrow("another device runs on");
    release();
    (await openDataFolder(folder))();
  });

  it("is unlocked when its device is killed", async () => {
    const folder = join(base, "killed");
    const module = fileURLToPath(new URL("data-folder.ts", import.meta.url));
    const program = `
      const { openDataFolder } = await import(${JSON.stringify(module)});
      await openDataFolder(${JSON.stringify(folder)});
      console.log("open");
      setInterval(() => {}, 1000);
    `;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    await expect(openDataFolder(folder)).rejects.toThrow("another device runs on");
    child.kill("SIGKILL");
    await once(child, "exit");
    (await openDataFolder(folder))();
  });

  it.each(["/proc/nothing", "/proc/nothing/deeper", "/dev/null", join(base, "file"), join(base, "file", "in-it")])(
    "is rejected by name if it cannot be created: %s",
    async (path) => {
      writeFileSync(join(base, "file"), "");
      await expect(openDataFolder(path)).rejects.toThrow(`cannot keep a device in ${path}`);
    },
  );
});
