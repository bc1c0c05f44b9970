import { metadataProblem } from "@terrarium/contract/form-rules";
import { boxTypeOf, kindOf } from "@terrarium/contract/sandbox-kind";
import type { Snapshot } from "@terrarium/contract/snapshots";
import type { Template } from "@terrarium/contract/template";
import { translate } from "../../language/language.ts";
import { t } from "../../language/text.ts";

/** One row of the form. */
export interface MetadataEntry {
  id: number;
  key: string;
  value: string;
}

export type ParsedMetadata = { isValid: true; metadata: Record<string, string> } | { isValid: false; problem: string };

/** Converts the rows to metadata. Ignores rows without a key and a value. */
export function parseMetadata(entries: readonly MetadataEntry[]): ParsedMetadata {
  const filled = entries
    .map(({ key, value }) => [key.trim(), value.trim()] as const)
    .filter(([key, value]) => key !== "" || value !== "");
  const nameless = filled.find(([key]) => key === "");
  if (nameless !== undefined)
    return { isValid: false, problem: t('Enter a key for the value "{value}"', { value: nameless[1] }) };
  const keys = filled.map(([key]) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) return { isValid: false, problem: t('Duplicate key "{key}"', { key: twice }) };
  const metadata = Object.fromEntries(filled);
  const problem = metadataProblem(metadata);
  return problem === undefined ? { isValid: true, metadata } : { isValid: false, problem: translate(problem) };
}

/** Returns whether sandboxes of a template can start from a snapshot. */
export const takes = (template: Pick<Template, "kind">, { boxType }: Pick<Snapshot, "boxType">): boolean =>
  boxTypeOf({ kind: kindOf(template) }) === boxType;

/**
 * Returns the available template to choose initially. For a snapshot, this is its own template, or another that
 * supports it.
 */
export function firstTemplate(
  templates: readonly Template[],
  snapshot: Pick<Snapshot, "boxType" | "origin"> | undefined,
): Template | undefined {
  const available = templates.filter(({ missing }) => missing === undefined);
  if (snapshot === undefined) return available[0];
  const fitting = available.filter((template) => takes(template, snapshot));
  return fitting.find(({ id }) => id === snapshot.origin?.templateId) ?? fitting[0];
}
