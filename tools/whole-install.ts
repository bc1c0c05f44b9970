import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { say } from "./shell.ts";

const CACHE = path.join(import.meta.dirname, "../.cache");
/** Locks of what is installed, which this process holds with others for as long as it lasts. */
const heldInUse: DatabaseSync[] = [];
/** So long one start waits for another that installs. */
const LONGEST_INSTALL_MS = 30 * 60_000;

interface Installation {
  name: "dependencies" | "clients";
  /** Said before it begins. */
  words: string;
  /** Where package-lock.json is. */
  folder: string;
  /** Patterns, in that folder, of what npm unpacks into. */
  trees: readonly string[];
  /** What else decides on what is installed. */
  besideLock?: string;
  /** Runs npm; throws, or ends the process, if that fails. */
  install: () => void;
}

/**
 * Installs what the lock file of a folder asks for, unless exactly that is installed already, and keeps others from
 * replacing it until this process ends. What an install left half done that was killed, or that failed, is removed
 * first: npm would take a package of which some files are there for whole. Waits while another process installs; ends
 * this process where another one uses what would be replaced. Needs no dependency.
 */
export function installWhole({ name, words, folder, trees, besideLock = "", install }: Installation): void {
  const stamp = path.join(folder, "node_modules/.terrarium-lock");
  const unfinished = path.join(CACHE, `installing-${name}`);
  const lockHash = () =>
    createHash("sha256")
      .update(readFileSync(path.join(folder, "package-lock.json")))
      .update(besideLock)
      .digest("hex");
  const isInstalled = () => !existsSync(unfinished) && existsSync(stamp) && readFileSync(stamp, "utf8") === lockHash();
  const installInTurn = () => {
    const turn = waitForTurn();
    try {
      if (isInstalled()) return;
      // It ends with this process at the latest.
      const alone = lockAlone(name);
      say(words);
      if (existsSync(unfinished))
        for (const tree of globSync(trees, { cwd: folder })) rmSync(path.join(folder, tree), { recursive: true });
      writeFileSync(unfinished, "");
      install();
      writeFileSync(stamp, lockHash());
      rmSync(unfinished);
      alone.close();
    } finally {
      turn.close();
    }
  };
  if (!isInstalled()) installInTurn();
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
