import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { bin, runProgram, say, secondsSince } from "./shell.ts";

/** Path of the built server, from the root of the repository. */
export const SERVER_PROGRAM = "packages/server/dist/main.js";

/** Command that builds the console into apps/web/dist, or into the folder after `--outDir`. */
export const WEB_BUILD = [bin("vite"), "build", "apps/web", "--logLevel", "warn"] as const;

/** Command that compresses the console's files in the folder given as an argument. */
export const COMPRESS = [process.execPath, "apps/web/compress.ts"] as const;

/** Command that builds the documentation into apps/docs/dist, or into the folder given as an argument. */
export const DOCS_BUILD = [process.execPath, "apps/docs/build.ts"] as const;

interface Target {
  name: "web" | "server" | "phone" | "desktop" | "sdk" | "cli" | "compressed-web" | "docs";
  /** Target that must be built first. */
  after?: Target["name"];
  output: string;
  inputs: readonly string[];
  command: readonly [string, ...string[]];
}

const WEB_INPUTS = [
  "apps/web/*.{html,ts}",
  "apps/web/{src,public}/**/*",
  "packages/{contract,sdk,scrcpy,ui-tree}/src/**/*",
];

/** Build targets, the longest first. */
const TARGETS: readonly Target[] = [
  {
    name: "web",
    output: "apps/web/dist/index.html",
    inputs: WEB_INPUTS,
    command: WEB_BUILD,
  },
  {
    name: "server",
    output: SERVER_PROGRAM,
    inputs: [
      "packages/server/{build.mjs,loaded-packages.ts}",
      "packages/{server,device-providers,device-control,platform,ui-tree}/src/**/*",
      "packages/{contract,adb,devtools,egress,fonts,mcp,png,scrcpy}/src/**/*",
    ],
    command: [process.execPath, "packages/server/build.mjs"],
  },
  {
    name: "phone",
    output: "devices/phone/dist/main.js",
    inputs: [
      "devices/phone/build.mjs",
      "packages/{adb,egress,fonts,png,scrcpy,ui-tree}/src/**/*",
      "devices/*/src/**/*",
    ],
    command: [process.execPath, "devices/phone/build.mjs"],
  },
  {
    name: "desktop",
    output: "devices/desktop/dist/main.js",
    inputs: [
      "devices/desktop/*.{mjs,cjs}",
      "packages/{adb,devtools,png,scrcpy,ui-tree}/src/**/*",
      "devices/{adb-device,desktop}/src/**/*",
    ],
    command: [process.execPath, "devices/desktop/build.mjs"],
  },
  {
    name: "sdk",
    output: "packages/sdk/dist/runner.js",
    inputs: ["packages/sdk/{build.mjs,README.md}", "packages/{sdk,contract,ui-tree}/src/**/*"],
    command: [process.execPath, "packages/sdk/build.mjs"],
  },
  {
    name: "cli",
    output: "packages/cli/dist/terrarium-cli.tgz",
    inputs: [
      "packages/cli/{build.mjs,package.json,README.md}",
      "packages/{cli,sdk,mcp,contract,scrcpy,ui-tree}/src/**/*",
    ],
    command: [process.execPath, "packages/cli/build.mjs"],
  },
  {
    name: "compressed-web",
    after: "web",
    output: "apps/web/dist/index.html.br",
    inputs: WEB_INPUTS,
    command: [...COMPRESS, "apps/web/dist"],
  },
  {
    name: "docs",
    output: "apps/docs/dist/index.html",
    inputs: ["apps/docs/*.ts", "apps/docs/{.vitepress,public}/**/*", "docs/**/*"],
    command: DOCS_BUILD,
  },
];

const STAMPS = ".cache/builds";

/** Returns a hash of a target's sources, without tests, and of the installed dependencies. */
function fingerprint(target: Target): string {
  const hash = createHash("sha256").update(readFileSync("package-lock.json"));
  const files = target.inputs.flatMap((pattern) => globSync(pattern, { withFileTypes: true }));
  const paths = files
    .filter((file) => file.isFile() && !/\.test\.tsx?$/.test(file.name))
    .map((file) => `${file.parentPath}/${file.name}`);
  for (const path of paths.toSorted()) hash.update(path).update("\0").update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}

/** A target to build. */
export interface Stale {
  target: Target;
  /** The fingerprint of its sources. */
  wanted: string;
}

const stampOf = ({ name }: Target): string => `${STAMPS}/${name}`;

/** Returns the targets whose output is missing or older than its sources. */
export function listStale(names: readonly Target["name"][] = TARGETS.map((target) => target.name)): Stale[] {
  const targets = TARGETS.filter((candidate) => names.includes(candidate.name));
  return targets.flatMap((target) => {
    const stamp = stampOf(target);
    const wanted = fingerprint(target);
    const isFresh = existsSync(target.output) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
    return isFresh ? [] : [{ target, wanted }];
  });
}

/**
 * Builds the given targets in parallel, one per processor, and logs how long each takes. Throws a BuildError with the
 * exit code of the first build that fails.
 */
export async function build(stale: readonly Stale[]): Promise<void> {
  if (stale.length === 0) return;
  mkdirSync(STAMPS, { recursive: true });
  say(`building ${stale.map(({ target }) => target.name).join(", ")}`);
  const waiting = [...stale];
  const built = new Map<string, Promise<void>>();
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      // Targets come after those that they need, so the needed one is running or finished.
      await built.get(next.target.after ?? "");
      const done = buildOne(next);
      built.set(next.target.name, done);
      await done;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function buildOne({ target, wanted }: Stale): Promise<void> {
  const startedAt = performance.now();
  const [command, ...args] = target.command;
  const code = await runProgram(command, args, { env: { NODE_ENV: "production" } });
  if (code !== 0) throw new BuildError(target.name, code);
  writeFileSync(stampOf(target), wanted);
  say(`built ${target.name} in ${secondsSince(startedAt)}`);
}

/** A failed build. Its output gives the reason. */
class BuildError extends Error {
  readonly exitCode: number;

  constructor(name: Target["name"], exitCode: number) {
    super(`building ${name} failed with code ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** Runs builds; ends the process with the exit code of the first that fails. */
export async function mustBuild(stale: readonly Stale[]): Promise<void> {
  try {
    await build(stale);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    say(error.message);
    process.exit(error.exitCode);
  }
}

/** Builds each target whose output is missing or older than its sources; ends the process if a build fails. */
export const buildStale = (names?: readonly Target["name"][]): Promise<void> => mustBuild(listStale(names));
