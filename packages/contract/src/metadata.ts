/**
 * Metadata as pairs of texts, whatever JSON is kept of it: what is new is a record of texts, what is old may be anything.
 * A value that is no text is written as JSON; what is no object stands under the key "value"; null is none.
 */
export function metadataPairs(metadata: unknown): Record<string, string> {
  if (metadata === null || metadata === undefined) return {};
  const isRecord = typeof metadata === "object" && !Array.isArray(metadata);
  const entries: [string, unknown][] = isRecord ? Object.entries(metadata) : [["value", metadata]];
  return Object.fromEntries(entries.map(([key, value]) => [key, textOf(value)]));
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
