import { join } from "node:path";
import { JsonFile } from "@terrarium/device-files/json-file";
import { z } from "zod";
import { appFolder } from "../app-folder.ts";
import { SORT_ORDERS } from "./folder-listing.ts";

const preferencesSchema = z.object({ grid: z.boolean(), order: z.enum(SORT_ORDERS), hidden: z.boolean() });
export type FilesPreferences = z.infer<typeof preferencesSchema>;

/** View preferences of folders, kept across restarts. */
export class FilesPreferencesStore {
  readonly #file: JsonFile<FilesPreferences>;

  constructor(dataDir: string, log: (message: string) => void) {
    this.#file = new JsonFile(join(appFolder(dataDir, "com.terrarium.files"), "view.json"), preferencesSchema, log);
  }

  read(): FilesPreferences {
    return this.#file.read() ?? { grid: false, order: "name", hidden: false };
  }

  write(preferences: FilesPreferences): void {
    this.#file.write(preferences);
  }
}
