import { MAX_SCRIPT_CHARS } from "@terrarium/contract/limits";
import { type Label } from "../../../language/text.ts";
import { byName, nameProblem, removeStored } from "../../parts/stored-items.ts";

/** A named script saved by the user. */
export interface Script {
  id: string;
  name: string;
  code: string;
}

export const SCRIPT_NAME_MAX_CHARS = 60;
const SCRIPTS_MAX = 50;

type Stored = Pick<Script, "name" | "code">;

/** Each script has its own storage key, so that tabs saving different scripts do not conflict. */
const prefixOf = (userId: string): string => `playground-script-${userId}-`;

/** Returns the user's scripts in this browser, by name. Skips unreadable entries and leaves them in the storage. */
export function readScripts(userId: string): Script[] {
  const prefix = prefixOf(userId);
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  return keys
    .flatMap((key) => {
      try {
        return [{ id: key.slice(prefix.length), ...readStored(JSON.parse(localStorage.getItem(key) ?? "")) }];
      } catch (error) {
        console.error(`The script stored as ${key} cannot be read`, error);
        return [];
      }
    })
    .toSorted(byName);
}

function readStored(value: unknown): Stored {
  if (typeof value === "object" && value !== null && "name" in value && "code" in value) {
    const { name, code } = value;
    if (typeof name === "string" && typeof code === "string") return { name, code };
  }
  throw new TypeError("not a script");
}

export type SaveProblem = "too-long" | "no-room";

/** Saves a script. Returns the problem if saving failed. */
export function saveScript(userId: string, { id, name, code }: Script): SaveProblem | undefined {
  if (code.length > MAX_SCRIPT_CHARS) return "too-long";
  try {
    localStorage.setItem(prefixOf(userId) + id, JSON.stringify({ name, code }));
    return undefined;
  } catch (error) {
    console.error(`The script ${name} could not be saved`, error);
    return "no-room";
  }
}

export const removeScript = (userId: string, id: string): void => localStorage.removeItem(prefixOf(userId) + id);

/** Removes all scripts that a user saved in this browser. */
export const removeScripts = (userId: string): void => removeStored(prefixOf(userId));

/** Returns the problem of a script name, given the other scripts, or undefined if it is valid. */
export const scriptNameProblem = (name: string, others: readonly Script[]): Label | undefined =>
  nameProblem(name, others, { missing: "Enter a name for the script", taken: "Another script has this name" });

export const isFull = (scripts: readonly Script[]): boolean => scripts.length >= SCRIPTS_MAX;
