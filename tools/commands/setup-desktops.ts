import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  BROWSER_PACKAGES,
  DESKTOP_PACKAGES,
  ENCODER_PACKAGE,
  TOOL_PACKAGES,
  WALLS_PACKAGES,
} from "../linux-packages.ts";
import { mustRun, say } from "../shell.ts";

const SCREEN_PACKAGES = [...BROWSER_PACKAGES, ...DESKTOP_PACKAGES, ENCODER_PACKAGE];

/**
 * Installs on Debian, as root, the packages that an embedded provider's machine needs for sandboxes of the kinds linux,
 * browser and desktop. `-- --root FOLDER` also builds a root file system for them, to be set as TERRARIUM_LINUX_ROOT.
 * They then see it instead of this machine's own programs.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { root: { type: "string" }, suite: { type: "string", default: "bookworm" } },
  });
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    const all = [...WALLS_PACKAGES, ...SCREEN_PACKAGES].join(" ");
    say(`this installs packages of Debian as root; elsewhere install what corresponds to: ${all}`);
    process.exit(1);
  }
  const { root, suite } = values;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const packages = root === undefined ? [...WALLS_PACKAGES, ...SCREEN_PACKAGES] : [...WALLS_PACKAGES, "mmdebstrap"];
  await mustRun("apt-get", ["update", "-qq"], { env });
  await mustRun("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { env });
  if (root === undefined) return;
  say(`building a root file system in ${root}; this takes some minutes`);
  const inside = [...TOOL_PACKAGES, ...SCREEN_PACKAGES];
  await mustRun("mmdebstrap", ["--variant=important", `--include=${inside.join(",")}`, suite, root]);
  say(`start the server with TERRARIUM_LINUX_ROOT=${root}`);
}
