import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { say, secondsSince } from "./shell.ts";

const CACHE = path.join(import.meta.dirname, "../.cache");
/** Locks of what is installed, which this process holds with others for as long as it lasts. */
const heldInUse: DatabaseSync[] = [];
/** So long one start waits for another that installs. */
const LONGEST_INSTALL_MS = 30 * 60_000;

/** Which dependencies are installed: those that the product needs, or also those of its development. */
type Scope = "production" | "all";

interface Installation {
  name: "dependencies" | "clients";
  /** The log line before the install. */
  words: string;
  /** The folder of package-lock.json. */
  folder: string;
  /** Patterns, relative to that folder, of the trees that npm unpacks into. */
  trees: readonly string[];
  /** A text besides the lock file that changes what is installed. */
  besideLock?: string;
  scope: Scope;
  /** Runs npm; throws or ends the process on failure. */
  install: (scope: Scope) => void;
}

/**
 * Installs the dependencies of a lock file unless they are installed, and keeps other processes from replacing them until
 * this process ends. First removes a failed or killed install: npm would treat its half-written packages as complete.
 * Waits while another process installs. Ends this process if another one uses packages that would be replaced; adding
 * packages to those of the same lock file replaces none. Needs no dependency.
 */
export function installWhole({ name, words, folder, trees, besideLock = "", scope, install }: Installation): void {
  const stamp = path.join(folder, "node_modules/.terrarium-lock");
  const unfinished = path.join(CACHE, `installing-${name}`);
  const lockHash = createHash("sha256")
    .update(readFileSync(path.join(folder, "package-lock.json")))
    .update(besideLock)
    .digest("hex");
  const installed = () => {
    const [hash, installedScope] = existsSync(stamp) ? readFileSync(stamp, "utf8").split(" ") : [];
    return { isCurrent: hash === lockHash && !existsSync(unfinished), hasAll: installedScope === "all" };
  };
  const isEnough = ({ isCurrent, hasAll }: ReturnType<typeof installed>) =>
    isCurrent && (hasAll || scope === "production");
  const installInTurn = () => {
    const turn = waitForTurn();
    try {
      const before = installed();
      if (isEnough(before)) return;
      // The lock ends with this process at the latest.
      const alone = before.isCurrent ? undefined : lockAlone(name);
      const wanted = before.hasAll ? "all" : scope;
      say(words);
      if (existsSync(unfinished))
        for (const tree of globSync(trees, { cwd: folder })) rmSync(path.join(folder, tree), { recursive: true });
      writeFileSync(unfinished, "");
      const startedAtMs = performance.now();
      install(wanted);
      writeFileSync(stamp, `${lockHash} ${wanted}`);
      rmSync(unfinished);
      say(`installed ${name} in ${secondsSince(startedAtMs)}`);
      alone?.close();
    } finally {
      turn.close();
    }
  };
  if (!isEnough(installed())) installInTurn();
  if (canWrite(CACHE)) heldInUse.push(lockWithOthers(name));
}

const inUse = (name: string): string => path.join(CACHE, `in-use-${name}.lock`);

/** Ends the process if another one uses what is installed. */
function lockAlone(name: string): DatabaseSync {
  const lock = new DatabaseSync(inUse(name), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch {
    say(
      `other ${name} are to be installed, but a server or another command of this folder runs with those of before: end it, then try again`,
    );
    process.exit(1);
  }
}

/** Waits while another process installs. */
function lockWithOthers(name: string): DatabaseSync {
  const lock = new DatabaseSync(inUse(name), { timeout: LONGEST_INSTALL_MS });
  lock.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
  return lock;
}

/** Where this user may not write, whoever may install has to look after those who use it. */
function canWrite(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Keeps other processes from installing. The system ends that with this process, however it ends. */
function waitForTurn(): DatabaseSync {
  mkdirSync(CACHE, { recursive: true });
  const lock = new DatabaseSync(path.join(CACHE, "install.lock"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch {
    // Whatever else it was fails again at once.
    say("waiting for another command that installs");
    lock.exec(`PRAGMA busy_timeout = ${LONGEST_INSTALL_MS}; BEGIN EXCLUSIVE`);
  }
  return lock;
}
