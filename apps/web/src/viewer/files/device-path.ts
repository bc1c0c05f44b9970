/** The names along a path, from the root: "/data//local/" → ["data", "local"]. */
export const segmentsOf = (path: string): string[] => path.split("/").filter((name) => name !== "" && name !== ".");

/** A path in the form that the fragment has: without the leading slash, "/" for the root. */
export const joinPath = (...parts: string[]): string => parts.flatMap(segmentsOf).join("/") || "/";

/** The folder above; undefined at the root. */
export function parentOf(path: string): string | undefined {
  const segments = segmentsOf(path);
  return segments.length === 0 ? undefined : joinPath(...segments.slice(0, -1));
}
