/**
 * Returns stored metadata as pairs of strings, whatever JSON is stored. New metadata is a record of strings; old
 * metadata may be anything. A value that is not a string is written as JSON. A value that is not an object is returned
 * under the key "value". Null is returned as no pairs.
 */
export function metadataPairs(metadata: unknown): Record<string, string> {
  if (metadata === null || metadata === undefined) return {};
  const isRecord = typeof metadata === "object" && !Array.isArray(metadata);
  const entries: [string, unknown][] = isRecord ? Object.entries(metadata) : [["value", metadata]];
  return Object.fromEntries(entries.map(([key, value]) => [key, textOf(value)]));
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
