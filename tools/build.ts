import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { bin, mustRun, say } from "./shell.ts";

/** The built server, from the root of the repository. */
export const SERVER_PROGRAM = "packages/server/dist/main.js";

/** Builds the console into apps/web/dist, or the folder that is given after `--outDir`. */
export const WEB_BUILD = [bin("vite"), "build", "apps/web", "--logLevel", "warn"] as const;

interface Target {
  name: "phone" | "desktop" | "sdk" | "cli" | "web" | "server";
  output: string;
  inputs: readonly string[];
  command: readonly [string, ...string[]];
}

const TARGETS: readonly Target[] = [
  {
    name: "phone",
    output: "devices/phone/dist/main.js",
    inputs: ["devices/phone/build.mjs", "packages/{adb,egress,fonts,png,scrcpy}/src/**/*", "devices/*/src/**/*"],
    command: [process.execPath, "devices/phone/build.mjs"],
  },
  {
    name: "desktop",
    output: "devices/desktop/dist/main.js",
    inputs: [
      "devices/desktop/*.{mjs,cjs}",
      "packages/{adb,png,scrcpy}/src/**/*",
      "devices/{adb-device,desktop}/src/**/*",
    ],
    command: [process.execPath, "devices/desktop/build.mjs"],
  },
  {
    name: "sdk",
    output: "packages/sdk/dist/runner.js",
    inputs: ["packages/sdk/{build.mjs,README.md}", "packages/{sdk,contract}/src/**/*"],
    command: [process.execPath, "packages/sdk/build.mjs"],
  },
  {
    name: "cli",
    output: "packages/cli/dist/terrarium-cli.tgz",
    inputs: ["packages/cli/{build.mjs,package.json,README.md}", "packages/{cli,sdk,mcp,contract}/src/**/*"],
    command: [process.execPath, "packages/cli/build.mjs"],
  },
  {
    name: "web",
    output: "apps/web/dist/index.html",
    inputs: ["apps/web/*.{html,ts}", "apps/web/{src,public}/**/*", "packages/{contract,sdk,scrcpy}/src/**/*"],
    command: WEB_BUILD,
  },
  {
    name: "server",
    output: SERVER_PROGRAM,
    inputs: [
      "packages/server/{build.mjs,loaded-packages.ts}",
      "packages/{server,contract,adb,egress,fonts,mcp,png,scrcpy}/src/**/*",
    ],
    command: [process.execPath, "packages/server/build.mjs"],
  },
];

const STAMPS = ".cache/builds";

/** Hash of what a target is made from: its sources and the installed dependencies. Tests do not count. */
function fingerprint(target: Target): string {
  const hash = createHash("sha256").update(readFileSync("package-lock.json"));
  const files = target.inputs.flatMap((pattern) => globSync(pattern, { withFileTypes: true }));
  const paths = files
    .filter((file) => file.isFile() && !/\.test\.tsx?$/.test(file.name))
    .map((file) => `${file.parentPath}/${file.name}`);
  for (const path of paths.toSorted()) hash.update(path).update("\0").update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}

interface Stale {
  target: Target;
  /** The fingerprint of what it is to be made from. */
  wanted: string;
}

const stampOf = ({ name }: Target): string => `${STAMPS}/${name}`;

/** What is missing or older than its sources. */
export function listStale(names: readonly Target["name"][] = TARGETS.map((target) => target.name)): Stale[] {
  const targets = TARGETS.filter((candidate) => names.includes(candidate.name));
  return targets.flatMap((target) => {
    const stamp = stampOf(target);
    const wanted = fingerprint(target);
    const isFresh = existsSync(target.output) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
    return isFresh ? [] : [{ target, wanted }];
  });
}

/** Builds these one after the other; says what it builds. Ends the process if a build fails. */
export async function build(stale: readonly Stale[]): Promise<void> {
  mkdirSync(STAMPS, { recursive: true });
  for (const { target, wanted } of stale) {
    say(`building ${target.name}`);
    const [command, ...args] = target.command;
    await mustRun(command, args, { env: { NODE_ENV: "production" } });
    writeFileSync(stampOf(target), wanted);
  }
}

/** Builds what is missing or older than its sources, as `build` does. */
export const buildStale = (names?: readonly Target["name"][]): Promise<void> => build(listStale(names));
