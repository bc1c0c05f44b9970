import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
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
  /** Folder of the package. Its sources and those of the packages that it uses are inputs. */
  folder: string;
  /** Patterns of the other inputs, from `folder`. */
  inputs: readonly string[];
  command: readonly [string, ...string[]];
}

const WEB = { folder: "apps/web", inputs: ["*.{html,ts}", "public/**/*"] } as const;

/** Sources of the pages of docs/reference (apps/docs/reference), and of the colors of /api/docs/. */
const REFERENCE_SOURCES = [
  "../web/src/ui/theme.css",
  "../../packages/contract/src/**/*.ts",
  "../../packages/device-providers/src/*/definition.ts",
  "../../packages/platform/src/telemetry/metric-definitions.ts",
  "../../packages/server/src/environment.ts",
];

/** Build targets, the longest first. */
const TARGETS: readonly Target[] = [
  { ...WEB, name: "web", output: "apps/web/dist/index.html", command: WEB_BUILD },
  {
    name: "server",
    output: SERVER_PROGRAM,
    folder: "packages/server",
    inputs: ["build.mjs", "loaded-packages.ts"],
    command: [process.execPath, "packages/server/build.mjs"],
  },
  {
    name: "phone",
    output: "devices/phone/dist/main.js",
    folder: "devices/phone",
    inputs: ["build.mjs"],
    command: [process.execPath, "devices/phone/build.mjs"],
  },
  {
    name: "desktop",
    output: "devices/desktop/dist/main.js",
    folder: "devices/desktop",
    inputs: ["*.{mjs,cjs}"],
    command: [process.execPath, "devices/desktop/build.mjs"],
  },
  {
    name: "sdk",
    output: "packages/sdk/dist/runner.js",
    folder: "packages/sdk",
    inputs: ["build.mjs", "README.md"],
    command: [process.execPath, "packages/sdk/build.mjs"],
  },
  {
    name: "cli",
    output: "packages/cli/dist/terrarium-cli.tgz",
    folder: "packages/cli",
    inputs: ["build.mjs", "package.json", "README.md"],
    command: [process.execPath, "packages/cli/build.mjs"],
  },
  {
    ...WEB,
    name: "compressed-web",
    after: "web",
    output: "apps/web/dist/index.html.br",
    command: [...COMPRESS, "apps/web/dist"],
  },
  {
    name: "docs",
    output: "apps/docs/dist/index.html",
    folder: "apps/docs",
    inputs: [
      "*.ts",
      "{.vitepress,api-reference,public,reference}/**/*",
      "../../docs/{*.md,!(reference)/**/*,reference/product.md}",
      ...REFERENCE_SOURCES,
    ],
    command: DOCS_BUILD,
  },
];

const STAMPS = ".cache/builds";

/** Returns a hash of a target's sources, without tests, and of the installed dependencies. */
function fingerprint(target: Target): string {
  const hash = createHash("sha256").update(readFileSync("package-lock.json"));
  const patterns = [
    ...target.inputs.map((pattern) => join(target.folder, pattern)),
    ...packagesOf(target.folder).map((folder) => `${folder}/src/**/*`),
  ];
  const files = patterns.flatMap((pattern) => globSync(pattern, { withFileTypes: true }));
  const paths = files
    .filter((file) => file.isFile() && !/\.test\.tsx?$/.test(file.name))
    .map((file) => `${file.parentPath}/${file.name}`);
  for (const path of paths.toSorted()) hash.update(path).update("\0").update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}

/** Returns the folder of a package and those of all packages of ours that it uses. */
function packagesOf(folder: string, found: ReadonlySet<string> = new Set()): string[] {
  const manifest: { dependencies?: Record<string, string> } = JSON.parse(
    readFileSync(`${folder}/package.json`, "utf8"),
  );
  const names = Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith("@terrarium/"));
  const folders = names.flatMap((name) => globSync(`{packages,devices,apps}/${name.slice("@terrarium/".length)}`));
  return [
    ...folders.reduce(
      (all, next) => (all.has(next) ? all : new Set(packagesOf(next, all))),
      new Set([...found, folder]),
    ),
  ];
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
