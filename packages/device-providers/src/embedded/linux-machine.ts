import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { FastifyBaseLogger } from "fastify";
import { OS_RELEASE, osVersionIn } from "../linux/os-release.ts";
import type { LinuxKind } from "../provider.ts";
import { emptyImage } from "./isolation/home-image.ts";
import { STAGE_FOLDER } from "./isolation/isolation.ts";
import { hasSeccompFilter } from "./isolation/seccomp-filter.ts";

const run = promisify(execFile);

/** Command that installs missing programs. */
const SETUP = "`npm run setup-desktops`";
const BUBBLEWRAP = { name: "bubblewrap", file: "bwrap" };
/** Programs that each kind needs, with name and file in /usr/bin. */
const PARTS: Record<LinuxKind, readonly { name: string; file: string }[]> = {
  linux: [],
  browser: [
    { name: "Xvfb", file: "Xvfb" },
    { name: "Openbox", file: "openbox" },
    { name: "Chromium", file: "chromium" },
  ],
  desktop: [
    { name: "Xvfb", file: "Xvfb" },
    { name: "XFCE", file: "xfce4-session" },
    { name: "Chromium", file: "chromium" },
  ],
};
/** Tests as an unprivileged user whether this machine allows user namespaces. */
const TRY_WALLS = ["bwrap", "--unshare-user", "--unshare-all", "--ro-bind", "/", "/", "--", "/bin/true"];
const NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs", "--"];
const TRY_TIMEOUT_MS = 10_000;
/** Cache time of a negative result. */
const MISSING_MS = 5_000;

/** Features of this machine that Linux sandboxes need. */
export interface LinuxMachine {
  readonly isRoot: boolean;
  /** Resolves with whether a home can be a mounted image of fixed size. */
  canMountImages(): Promise<boolean>;
  /** Returns the root file system of sandboxes of a kind. */
  rootFor(kind: LinuxKind): string;
  /** Returns the Linux version, such as debian-12. */
  osVersion(): string;
  /** Resolves with the reasons why this machine cannot run a kind, in sentences without a capital. */
  missingFor(kind: LinuxKind, program: string): Promise<readonly string[]>;
}

export interface LinuxMachineOptions {
  /** Root file system of all kinds. Default: this machine's own. */
  rootPath?: string | undefined;
  log: Pick<FastifyBaseLogger, "warn">;
}

export function createLinuxMachine({ rootPath = "/", log }: LinuxMachineOptions): LinuxMachine {
  const isRoot = process.getuid?.() === 0;
  let images: Promise<boolean> | undefined;
  let osVersion: string | undefined;
  let isolation: { why: Promise<string | undefined>; until: number } | undefined;

  async function tryImage(): Promise<boolean> {
    if (!isRoot) return false;
    try {
      await run("unshare", ["--mount", "--", "mount", "-n", "-o", "loop", await emptyImage(16), STAGE_FOLDER]);
      return true;
    } catch (error) {
      log.warn(
        { err: error },
        "loop mounts are unavailable; home folders are plain folders, and the server watches their size",
      );
      return false;
    }
  }

  /** Tests user namespaces. Resolves with the reason if they fail, with undefined if they work. */
  async function tryIsolation(): Promise<string | undefined> {
    const [program = "", ...args] = isRoot ? [...NOBODY, ...TRY_WALLS] : TRY_WALLS;
    try {
      await run(program, args, { timeout: TRY_TIMEOUT_MS });
      return undefined;
    } catch (error) {
      const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
      return `this machine does not allow user namespaces (${said.split("\n")[0]})`;
    }
  }

  function whyNotIsolated(): Promise<string | undefined> {
    if (!isolation || isolation.until < Date.now()) {
      const tried = { why: tryIsolation(), until: Infinity };
      isolation = tried;
      // A positive result is final.
      void tried.why.then((why) => (tried.until = why === undefined ? Infinity : Date.now() + MISSING_MS));
    }
    return isolation.why;
  }

  return {
    isRoot,
    canMountImages: () => (images ??= tryImage()),
    rootFor: () => rootPath,
    osVersion: () => (osVersion ??= readOsVersion(rootPath)),
    async missingFor(kind, program) {
      if (process.platform !== "linux") return ["needs Linux"];
      if (!hasSeccompFilter()) return [`needs a processor of x86-64 or arm64, this is ${process.arch}`];
      const missing = [
        ...(isInPath(BUBBLEWRAP.file) ? [] : [BUBBLEWRAP.name]),
        ...PARTS[kind].filter(({ file }) => !existsSync(path.join(rootPath, "usr/bin", file))).map(({ name }) => name),
      ];
      if (missing.length > 0) return [`needs ${asList(missing)}: ${SETUP}`];
      if (!existsSync(program)) return [`needs its program: \`npm run build\``];
      const why = await whyNotIsolated();
      return why === undefined ? [] : [why];
    },
  };
}

const isInPath = (file: string): boolean =>
  (process.env.PATH ?? "").split(path.delimiter).some((folder) => existsSync(path.join(folder, file)));

const asList = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

function readOsVersion(rootPath: string): string {
  const file = path.join(rootPath, OS_RELEASE);
  return osVersionIn(existsSync(file) ? readFileSync(file, "utf8") : "");
}
