import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { say, secondsSince } from "./shell.ts";

const CACHE = path.join(import.meta.dirname, "../.cache");
/** Shared locks of the installed packages, which this process holds until it ends. */
const heldInUse: DatabaseSync[] = [];
/** Longest time that a start waits for another one's install. */
const LONGEST_INSTALL_MS = 30 * 60_000;

/** Installed dependencies: those of the product, or also those for development. */
type Scope = "production" | "all";

interface Installation {
  name: "dependencies" | "clients";
  /** Log line before the install. */
  words: string;
  /** Folder of package-lock.json. */
  folder: string;
  /** Patterns of the trees into which npm unpacks, relative to that folder. */
  trees: readonly string[];
  /** Text that changes what is installed, in addition to the lock file. */
  besideLock?: string;
  scope: Scope;
  /** Runs npm. Throws or ends the process on failure. */
  install: (scope: Scope) => void;
}

/**
 * Installs the dependencies of a lock file if they are missing, and prevents other processes from replacing them until
 * this process ends. First removes a failed or killed install: npm would treat its half-written packages as complete.
 * Waits while another process installs. Ends this process if another one uses packages that would be replaced; adding
 * packages of the same lock file replaces none. Uses no dependency.
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
      // The lock is released at the end of this process at the latest.
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

/** Takes the lock exclusively. Ends the process if another one uses the packages. */
function lockAlone(name: string): DatabaseSync {
  const lock = new DatabaseSync(inUse(name), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch {
    say(
      `the ${name} must be updated, but a server or another command of this folder uses them: stop it, then try again`,
    );
    process.exit(1);
  }
}

/** Takes the shared lock. Waits while another process installs. */
function lockWithOthers(name: string): DatabaseSync {
  const lock = new DatabaseSync(inUse(name), { timeout: LONGEST_INSTALL_MS });
  lock.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
  return lock;
}

/** Returns whether this user may write. If not, the user who installs must take care of the users of the packages. */
function canWrite(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Prevents other processes from installing. The system releases the lock when this process ends in any way. */
function waitForTurn(): DatabaseSync {
  mkdirSync(CACHE, { recursive: true });
  const lock = new DatabaseSync(path.join(CACHE, "install.lock"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch {
    // Any other error occurs again at once.
    say("waiting for another command that installs");
    lock.exec(`PRAGMA busy_timeout = ${LONGEST_INSTALL_MS}; BEGIN EXCLUSIVE`);
  }
  return lock;
}
