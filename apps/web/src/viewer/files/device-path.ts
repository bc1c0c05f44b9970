/** Returns the names along a path, from the root: "/data//local/" → ["data", "local"]. */
export const segmentsOf = (path: string): string[] => path.split("/").filter((name) => name !== "" && name !== ".");

/** Returns a path in the form of the fragment: without the leading slash, or "/" for the root. */
export const joinPath = (...parts: string[]): string => parts.flatMap(segmentsOf).join("/") || "/";

/** Returns the parent folder, or undefined for the root. */
export function parentOf(path: string): string | undefined {
  const segments = segmentsOf(path);
  return segments.length === 0 ? undefined : joinPath(...segments.slice(0, -1));
}
