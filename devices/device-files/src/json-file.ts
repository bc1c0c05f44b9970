import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { z } from "zod";

/** Limit of the file, which is rewritten at each change and does not count towards the storage quota. */
const MAX_FILE_CHARS = 8 * 1024 * 1024;

/**
 * A small JSON file. `write` is synchronous and replaces the whole file, so that a device killed at any moment keeps
 * either the old or the new content.
 */
export class JsonFile<Content> {
  readonly #path: string;
  readonly #schema: z.ZodType<Content>;
  readonly #log: (message: string) => void;

  constructor(path: string, schema: z.ZodType<Content>, log: (message: string) => void) {
    this.#path = path;
    this.#schema = schema;
    this.#log = log;
  }

  /** Returns the content, or undefined if there is no file yet. Renames and reports an invalid file. */
  read(): Content | undefined {
    let text: string;
    try {
      text = readFileSync(this.#path, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
    const parsed = this.#schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    const aside = `${this.#path}.damaged`;
    renameSync(this.#path, aside);
    this.#log(`${this.#path} is damaged and was kept as ${aside}: ${parsed.error.issues[0]?.message ?? "not JSON"}`);
    return undefined;
  }

  /** Replaces the content. Throws without a change if the content is too large or the directory is not writable. */
  write(content: Content): void {
    const text = JSON.stringify(content);
    if (text.length > MAX_FILE_CHARS) {
      throw new Error(
        `${basename(this.#path)} holds at most ${MAX_FILE_CHARS} characters, not ${text.length}; delete some`,
      );
    }
    mkdirSync(dirname(this.#path), { recursive: true });
    const temporary = `${this.#path}.new`;
    writeFileSync(temporary, text);
    renameSync(temporary, this.#path);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No schema accepts undefined, so the caller reports the file as damaged.
    return undefined;
  }
}
