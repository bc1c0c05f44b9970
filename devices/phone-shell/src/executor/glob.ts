import type { ProcessFiles } from "../files/process-files.ts";
import { hasPattern, shellPattern, unescapePattern } from "./pattern.ts";

const MAX_MATCHES = 100_000;

/** Returns the paths that match a pattern, in order. Never throws: unreadable folders have no entries. */
export async function globPaths(pattern: string, files: ProcessFiles): Promise<string[]> {
  const parts = splitPattern(pattern);
  let paths = [pattern.startsWith("/") ? "/" : ""];
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1;
    if (part === "") {
      if (last) paths = (await keepFolders(paths, files)).map((path) => (path.endsWith("/") ? path : `${path}/`));
      continue;
    }
    if (!hasPattern(part)) {
      const name = unescapePattern(part);
      paths = paths.map((path) => joinPath(path, name));
      if (last) paths = await keepExisting(paths, files);
      continue;
    }
    const found: string[] = [];
    for (const path of paths) {
      for (const name of await matchingNames(path, part, files)) found.push(joinPath(path, name));
      if (found.length > MAX_MATCHES) return found;
    }
    paths = last ? found : await keepFolders(found, files);
  }
  return paths;
}

function splitPattern(pattern: string): string[] {
  const parts = pattern.split("/");
  return pattern.startsWith("/") ? parts.slice(1) : parts;
}

function joinPath(folder: string, name: string): string {
  return folder === "" || folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

async function matchingNames(folder: string, part: string, files: ProcessFiles): Promise<string[]> {
  const names = await files.names(folder === "" ? "." : folder).catch(() => []);
  const expression = shellPattern(part);
  const hidden = part.startsWith(".") || part.startsWith("\\.");
  return names.filter((name) => (hidden || !name.startsWith(".")) && expression.test(name));
}

async function keepFolders(paths: string[], files: ProcessFiles): Promise<string[]> {
  const kept: string[] = [];
  for (const path of paths) if (await files.isFolder(path === "" ? "." : path)) kept.push(path);
  return kept;
}

async function keepExisting(paths: string[], files: ProcessFiles): Promise<string[]> {
  const kept: string[] = [];
  for (const path of paths)
    if (
      await files.status(path, false).then(
        () => true,
        () => false,
      )
    )
      kept.push(path);
  return kept;
}
