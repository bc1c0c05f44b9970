import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { mustRun, runProgram, say } from "./shell.ts";

/** What the tests need from the system, and the Debian package that brings it. */
const NEEDED = [
  // Chromium without its windows, which takes a quarter less of the processor.
  { package: "chromium-headless-shell", found: () => existsSync("/usr/bin/chromium-headless-shell") },
  { package: "adb", found: () => spawnSync("adb", ["version"]).status === 0 },
  { package: "postgresql", found: () => globSync("/usr/lib/postgresql/*/bin/initdb").length > 0 },
] as const;

/** What some tests need and say so without it, since not every system can have it: dockerd wants root, and much of it. */
const WANTED = [
  // Some also want a kernel that lets users make namespaces.
  { package: "bubblewrap", found: () => existsSync("/usr/bin/bwrap") },
  { package: "xvfb", found: () => existsSync("/usr/bin/Xvfb") },
  { package: "openbox", found: () => existsSync("/usr/bin/openbox") },
  { package: "chromium", found: () => existsSync("/usr/bin/chromium") },
  // A Debian for the images of Linux sandboxes.
  { package: "mmdebstrap", found: () => existsSync("/usr/bin/mmdebstrap") },
  { package: "python3-websocket", found: () => spawnSync("/usr/bin/python3", ["-c", "import websocket"]).status === 0 },
  { package: "docker.io", found: () => existsSync("/usr/sbin/dockerd") || existsSync("/usr/bin/dockerd") },
] as const;

/** Installs missing Debian packages; explains what to do where that is not possible. */
export async function ensureSystemPackages(): Promise<void> {
  const missing = NEEDED.filter((need) => !need.found()).map((need) => need.package);
  const wanted = WANTED.filter((want) => !want.found()).map((want) => want.package);
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!canInstall && missing.length > 0) {
    say(
      `the tests need ${missing.join(", ")}; install them and run again (on Debian: sudo apt-get install ${missing.join(" ")})`,
    );
    process.exit(1);
  }
  if (!canInstall || missing.length + wanted.length === 0) return;
  say(`installing ${[...missing, ...wanted].join(", ")} from Debian's packages`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "-y", "-qq", "--no-install-recommends"];
  await mustRun("apt-get", ["update", "-qq"], { env });
  if (missing.length > 0) await mustRun("apt-get", [...install, ...missing], { env });
  if (wanted.length > 0 && (await runProgram("apt-get", [...install, ...wanted], { env })) !== 0)
    say(`${wanted.join(", ")} could not be installed: what needs it is skipped, and counted`);
}
