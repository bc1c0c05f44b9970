import type { Template } from "@terrarium/contract/template";
import { t } from "../../../language/text.ts";
import type { FilterSet } from "../../parts/filters.ts";

export const TEMPLATE_FILTERS: FilterSet<Template> = [
  {
    title: "CPU",
    entries: [1, 2, 4].map((cores) => ({
      key: "cpu",
      value: String(cores),
      label: () => (cores === 1 ? t("1 CPU core") : t("{cores} CPU cores", { cores })),
      matches: ({ cpu }) => cpu === cores,
    })),
  },
  {
    title: "Memory",
    entries: [1024, 2048, 4096].map((megabytes) => ({
      key: "memory",
      value: String(megabytes),
      label: () => `${megabytes} MB`,
      matches: ({ memory }) => memory === megabytes,
    })),
  },
  {
    title: "Visibility",
    entries: [
      {
        key: "visibility",
        value: "public",
        label: () => t("Public"),
        matches: ({ visibility }) => visibility === "public",
      },
      {
        key: "visibility",
        value: "private",
        label: () => t("Private"),
        matches: ({ visibility }) => visibility === "private",
      },
    ],
  },
];

/** Returns whether the id or the name contains the text, ignoring case. */
export function matchesTemplateSearch({ id, name }: Template, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted);
}
