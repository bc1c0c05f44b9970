import { join } from "node:path";
import { z } from "zod";
import { JsonFile } from "../json-file.ts";

const noteSchema = z.object({ id: z.string(), title: z.string(), body: z.string(), updatedMs: z.number() });
export type Note = z.infer<typeof noteSchema>;

/** The notes, the last edited first, kept in a file that is up to date after every change. */
export class NotesStore {
  readonly #file: JsonFile<Note[]>;
  #notes: readonly Note[];
  readonly #listeners = new Set<() => void>();

  constructor(dataDir: string, log: (message: string) => void) {
    this.#file = new JsonFile(join(dataDir, "apps", "com.terrarium.notes", "notes.json"), z.array(noteSchema), log);
    this.#notes = this.#file.read() ?? [];
  }

  readonly get = (): readonly Note[] => this.#notes;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds the note, or puts it in the place of the one with its id. */
  save(note: Note): void {
    this.#set([note, ...this.#notes.filter((each) => each.id !== note.id)]);
  }

  delete(id: string): void {
    this.#set(this.#notes.filter((each) => each.id !== id));
  }

  #set(notes: readonly Note[]): void {
    this.#notes = notes;
    this.#file.write([...notes]);
    for (const listener of this.#listeners) listener();
  }
}
