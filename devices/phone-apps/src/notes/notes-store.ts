import { join } from "node:path";
import { JsonFile } from "@terrarium/device-files/json-file";
import { oneLine } from "@terrarium/phone-ui/render/one-line";
import { z } from "zod";
import { appFolder } from "../app-folder.ts";

const noteSchema = z.object({
  id: z.string(),
  /** One line; files of an earlier version may have several. */
  title: z.string().transform(oneLine),
  body: z.string(),
  updatedMs: z.number(),
  /** Paths of the device's pictures in the note. */
  pictures: z.array(z.string()).default([]),
});
export type Note = z.infer<typeof noteSchema>;

export function newNote(
  id: string,
  updatedMs: number,
  content: Partial<Pick<Note, "title" | "body" | "pictures">> = {},
): Note {
  const { title = "", body = "", pictures = [] } = content;
  return { id, title: oneLine(title), body, pictures, updatedMs };
}

export function isEmptyNote(note: Note): boolean {
  return note.title === "" && note.body === "" && note.pictures.length === 0;
}

/** Returns the notes with every word of the query in their title or text. */
export function searchNotes(notes: readonly Note[], query: string): readonly Note[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return notes;
  return notes.filter(({ title, body }) => {
    const text = `${title}\n${body}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Notes, last edited first. The file is written after every change. */
export class NotesStore {
  readonly #file: JsonFile<Note[]>;
  #notes: readonly Note[];
  readonly #listeners = new Set<() => void>();

  constructor(dataDir: string, log: (message: string) => void) {
    this.#file = new JsonFile(join(appFolder(dataDir, "com.terrarium.notes"), "notes.json"), z.array(noteSchema), log);
    this.#notes = this.#file.read() ?? [];
  }

  readonly get = (): readonly Note[] => this.#notes;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Adds the notes, or replaces those with the same ids. */
  save(...notes: readonly Note[]): void {
    const ids = new Set(notes.map((note) => note.id));
    const all = [...notes, ...this.#notes.filter((each) => !ids.has(each.id))];
    this.#set(all.toSorted((a, b) => b.updatedMs - a.updatedMs));
  }

  delete(ids: readonly string[]): void {
    this.#set(this.#notes.filter((each) => !ids.includes(each.id)));
  }

  #set(notes: readonly Note[]): void {
    this.#file.write([...notes]);
    this.#notes = notes;
    for (const listener of this.#listeners) listener();
  }
}
