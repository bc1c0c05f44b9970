import { metadataPairs } from "@terrarium/contract/metadata";
import type { Sandbox } from "@terrarium/contract/sandbox";
import { t } from "../../../language/text.ts";
import type { FilterSet } from "../../filters.ts";

const HOUR_MS = 3_600_000;

const startedWithin = (hours: number) => ({
  key: "started",
  value: `${hours}h`,
  label: () => t("Started {hours}h", { hours }),
  matches: (sandbox: Sandbox, nowMs: number) => nowMs - Date.parse(sandbox.startedAt) <= hours * HOUR_MS,
});

export const SANDBOX_FILTERS: FilterSet<Sandbox> = [
  { title: "Started", entries: [startedWithin(1), startedWithin(6), startedWithin(12)] },
  {
    title: "Resources",
    entries: [
      { key: "cpu", value: "2", label: () => t("{cores} CPU cores", { cores: 2 }), matches: ({ cpu }) => cpu === 2 },
      { key: "memory", value: "1024", label: () => "1024 MB", matches: ({ memory }) => memory === 1024 },
    ],
  },
];

/** Key and value pairs as text: what the METADATA column shows and the search reads. */
export const metadataTexts = ({ metadata }: Pick<Sandbox, "metadata">): string[] =>
  Object.entries(metadataPairs(metadata)).map(([key, value]) => `${key}: ${value}`);

/** Whether the id, the template id or the metadata contain the text, in any case. */
export function matchesSandboxSearch(sandbox: Sandbox, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [sandbox.id, sandbox.templateId, ...metadataTexts(sandbox)].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}
