import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { z } from "zod";

/** Longest value that can be set (AOSP PROP_VALUE_MAX, less its NUL). */
const MAX_VALUE_BYTES = 91;
const MAX_PROPERTIES = 2048;
const PROPERTY_NAME = /^[A-Za-z0-9@:_-]+(\.[A-Za-z0-9@:_-]+)*$/;
const persistedSchema = z.record(z.string(), z.string());

/** Reason why a property was not set, as a sentence. */
export type PropertyProblem = string;

/**
 * The device's system properties, used by `getprop` and `setprop`. `ro.*` can be set once; `persist.*` survives
 * restarts, in the given file.
 */
export class SystemProperties {
  readonly #initial: Readonly<Record<string, string>>;
  readonly #values: Map<string, string>;
  readonly #file: string;
  readonly #listeners = new Set<(name: string, value: string) => void>();
  #saving: Promise<void> = Promise.resolve();

  /** Throws if the file exists and contains no valid properties. */
  constructor(initial: Readonly<Record<string, string>>, file: string) {
    this.#initial = initial;
    this.#file = file;
    this.#values = new Map([...Object.entries(initial), ...Object.entries(readPersisted(file))]);
  }

  get(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** Returns all properties, sorted by name. */
  list(): [name: string, value: string][] {
    return [...this.#values].toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Sets a property on behalf of the shell; returns the reason if it was rejected. */
  async set(name: string, value: string): Promise<PropertyProblem | undefined> {
    if (!PROPERTY_NAME.test(name)) return `invalid property name "${name}"`;
    if (Buffer.byteLength(value) > MAX_VALUE_BYTES) return `value longer than ${MAX_VALUE_BYTES} bytes`;
    if (name.startsWith("ro.") && this.#values.has(name)) return "read-only property is already set";
    if (!this.#values.has(name) && this.#values.size >= MAX_PROPERTIES) return "too many properties";
    this.setFromSystem(name, value);
    if (name.startsWith("persist.")) await this.#save();
    return undefined;
  }

  /** Sets a property without the shell's restrictions. */
  setFromSystem(name: string, value: string): void {
    this.#values.set(name, value);
    for (const listener of this.#listeners) listener(name, value);
  }

  /** Calls the listener with each property that is set. Returns a function that removes the listener. */
  onChange(listener: (name: string, value: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Drops values set since the start, except `persist.*`. */
  reset(): void {
    for (const name of this.#values.keys()) if (!name.startsWith("persist.")) this.#values.delete(name);
    for (const [name, value] of Object.entries(this.#initial))
      if (!this.#values.has(name)) this.#values.set(name, value);
  }

  #save(): Promise<void> {
    this.#saving = this.#saveAfter(this.#saving);
    return this.#saving;
  }

  /** Saves one change at a time. An earlier failure was reported to its own caller. */
  async #saveAfter(earlier: Promise<void>): Promise<void> {
    await earlier.catch(() => undefined);
    const persisted = Object.fromEntries(this.list().filter(([name]) => name.startsWith("persist.")));
    await writeFile(`${this.#file}.new`, JSON.stringify(persisted));
    await rename(`${this.#file}.new`, this.#file);
  }
}

function readPersisted(file: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
  return persistedSchema.parse(JSON.parse(text));
}
