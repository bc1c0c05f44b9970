import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { BROWSER_PACKAGES, DESKTOP_PACKAGES, ENCODER_PACKAGE, WALLS_PACKAGES } from "./linux-packages.ts";
import { mustRun, runProgram, say } from "./shell.ts";

/** System programs that tests and benchmarks require, with their Debian packages. */
const NEEDED = [
  // Chromium without its windows uses a quarter less CPU time.
  { package: "chromium-headless-shell", found: () => existsSync("/usr/bin/chromium-headless-shell") },
  { package: "adb", found: () => spawnSync("adb", ["version"]).status === 0 },
  // Helm comes as an archive.
  { package: "unzip", found: () => spawnSync("unzip", ["-v"]).status === 0 },
  { package: "postgresql", found: () => globSync("/usr/lib/postgresql/*/bin/initdb").length > 0 },
] as const;

/**
 * Optional packages: tests that need them report their absence. Not every system supports them: dockerd needs root and
 * many resources, and Linux sandboxes need a kernel that allows users to create namespaces.
 */
const WANTED = [
  ...WALLS_PACKAGES,
  ...BROWSER_PACKAGES,
  ...DESKTOP_PACKAGES,
  // Its name is a pattern, which dpkg-query does not know.
  ...(globSync("/usr/lib/*/libopenh264.so.*").length > 0 ? [] : [ENCODER_PACKAGE]),
  // Builds the Debian system of Linux sandbox images.
  "mmdebstrap",
  "python3-websocket",
  // Omitted if dockerd was installed in another way.
  ...(existsSync("/usr/sbin/dockerd") || existsSync("/usr/bin/dockerd") ? [] : ["docker.io"]),
] as const;

/** Returns the packages that Debian has not installed. */
function notInstalled(packages: readonly string[]): string[] {
  const format = "${Package} ${db:Status-Status}\n";
  const { stdout } = spawnSync("dpkg-query", ["--show", `--showformat=${format}`, ...packages], { encoding: "utf8" });
  const installed = new Set(stdout.split("\n").filter((line) => line.endsWith(" installed")));
  return packages.filter((name) => !installed.has(`${name} installed`));
}

/** Installs missing Debian packages. Explains what to do if that is not possible. */
export async function ensureSystemPackages(): Promise<void> {
  const missing = NEEDED.filter((need) => !need.found()).map((need) => need.package);
  if (!canInstall()) return refuseWithout("tests and benchmarks", missing);
  const wanted = notInstalled(WANTED);
  if (missing.length + wanted.length === 0) return;
  // If Debian's servers cannot be reached, the tests continue without the optional packages.
  await beginInstalling([...missing, ...wanted], missing.length > 0 ? mustRun : runProgram);
  if (missing.length > 0) await mustRun("apt-get", [...INSTALL, ...missing], { env: QUIET });
  if (wanted.length > 0 && (await runProgram("apt-get", [...INSTALL, ...wanted], { env: QUIET })) !== 0)
    say(`${wanted.join(", ")} could not be installed: what needs it is skipped, and counted`);
}

/** Installs the missing ones of some Debian packages. Explains what to do and exits if that is not possible. */
export async function ensurePackages(user: string, packages: readonly string[]): Promise<void> {
  const missing = notInstalled(packages);
  if (missing.length === 0) return;
  if (!canInstall()) return refuseWithout(user, missing);
  await beginInstalling(missing, mustRun);
  await mustRun("apt-get", [...INSTALL, ...missing], { env: QUIET });
}

/** Logs the packages to install, and updates Debian's package index. */
async function beginInstalling(packages: readonly string[], run: typeof mustRun | typeof runProgram): Promise<void> {
  say(`installing ${packages.join(", ")} from Debian's packages`);
  await run("apt-get", ["update", "-qq"], { env: QUIET });
}

const QUIET = { DEBIAN_FRONTEND: "noninteractive" };
const INSTALL = ["install", "-y", "-qq", "--no-install-recommends"];
const canInstall = (): boolean => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

function refuseWithout(user: string, missing: readonly string[]): void {
  if (missing.length === 0) return;
  const names = missing.join(" ");
  say(`${user} need ${names}; install them and run again (on Debian: sudo apt-get install ${names})`);
  process.exit(1);
}
