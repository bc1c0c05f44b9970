import { globSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

export const SRC = path.join(import.meta.dirname, "src");

/**
 * Imports the definition of each folder, as `import.meta.glob` does in the console. Returns the exports with a name, by
 * the name of the folder.
 */
export async function definitionsIn<Definition>(pattern: string, name: string): Promise<Map<string, Definition>> {
  const files = globSync(pattern, { cwd: SRC }).toSorted();
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, Definition]> => {
        const module: Record<string, Definition> = await import(pathToFileURL(path.join(SRC, file)).href);
        const definition = module[name];
        if (definition === undefined) throw new Error(`${file} does not export ${name}`);
        return [path.basename(path.dirname(file)), definition];
      }),
    ),
  );
}
