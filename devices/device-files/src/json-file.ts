import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { z } from "zod";

/** It is written anew at each change, and lies beside the storage with its limit. */
const maxFileChars = 8 * 1024 * 1024;

/**
 * One small JSON file. Writes are done when `write` returns and replace the file whole, so that a device killed at
 * any moment keeps either the old or the new content.
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

  /** The content; undefined if there is no file yet. A file that cannot be understood is kept aside and reported. */
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

  /** Throws, and keeps what there is, if the content is too large or the directory cannot be written. */
  write(content: Content): void {
    const text = JSON.stringify(content);
    if (text.length > maxFileChars) {
      throw new Error(
        `${basename(this.#path)} holds at most ${maxFileChars} characters, not ${text.length}; delete some`,
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
    // No schema takes undefined, so the caller reports the file as damaged.
    return undefined;
  }
}
