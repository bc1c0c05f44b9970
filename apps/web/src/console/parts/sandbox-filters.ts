import { MAX_PAGE, SANDBOX_SEARCH_MAX_CHARS } from "@terrarium/contract/limits";
import { metadataPairs } from "@terrarium/contract/metadata";
import { type ListedStatus, type Sandbox, SANDBOX_SORTS } from "@terrarium/contract/sandbox";
import type { ListRequest } from "../../api/sandboxes.ts";
import { translate } from "../../language/language.ts";
import { t } from "../../language/text.ts";
import type { FilterEntry, FilterSection } from "../../ui/FilterMenu.tsx";
import { chosenEntries } from "./filters.ts";
import { parsePage } from "./parse-page.ts";
import { parseRows } from "./rows-per-page.ts";
import { parseSort } from "./sort.ts";

/** A filter and its part of the request to the server. */
interface SandboxFilter extends FilterEntry {
  asks: Pick<ListRequest, "filters" | "status">;
}

const startedWithin = (hours: number): SandboxFilter => ({
  key: "started",
  value: `${hours}h`,
  label: () => t("Started {hours}h", { hours }),
  asks: { filters: { startedWithinHours: hours } },
});

/** Without a status filter, running and starting sandboxes are listed. */
const withStatus = (status: ListedStatus, label = () => translate(status)): SandboxFilter => ({
  key: "status",
  value: status,
  label,
  asks: { status },
});

interface SandboxFilterSection extends FilterSection {
  entries: readonly SandboxFilter[];
}

export const SANDBOX_FILTERS: readonly SandboxFilterSection[] = [
  { title: "Started", entries: [startedWithin(1), startedWithin(6), startedWithin(12)] },
  {
    title: "Resources",
    entries: [
      { key: "cpu", value: "2", label: () => t("{cores} CPU cores", { cores: 2 }), asks: { filters: { cpu: 2 } } },
      { key: "memory", value: "1024", label: () => "1024 MB", asks: { filters: { memory: 1024 } } },
    ],
  },
  {
    title: "Status",
    entries: [
      withStatus("Running"),
      withStatus("Stopped"),
      withStatus("Ended", () => t("Ended in the last day")),
      withStatus("Terminated"),
      withStatus("Expired"),
      withStatus("Failed"),
      withStatus("All", () => t("All")),
    ],
  },
];

/** Returns the filters of an address. */
export const chosenFilters = (parameters: URLSearchParams): readonly SandboxFilter[] =>
  chosenEntries(SANDBOX_FILTERS, parameters);

export const sandboxSort = (parameters: URLSearchParams) => parseSort(SANDBOX_SORTS, parameters.get("sort"));

/** Returns the list request of an address. The search text is separate, because it changes while typing. */
export function listRequest(
  parameters: URLSearchParams,
  search: string,
): ListRequest & { page: number; pageSize: number } {
  const sort = sandboxSort(parameters);
  const asked = chosenFilters(parameters).map(({ asks }) => asks);
  const filters = Object.assign({}, ...asked.map((one) => one.filters)) as NonNullable<ListRequest["filters"]>;
  const status = asked.find((one) => one.status !== undefined)?.status;
  const text = search.trim().slice(0, SANDBOX_SEARCH_MAX_CHARS);
  return {
    page: parsePage(parameters.get("page"), MAX_PAGE),
    pageSize: parseRows(parameters.get("rows")),
    ...(status === undefined ? {} : { status }),
    ...(text === "" ? {} : { search: text }),
    ...(Object.keys(filters).length === 0 ? {} : { filters }),
    ...(sort === undefined ? {} : { sort: { by: sort.column, order: sort.isDescending ? "descending" : "ascending" } }),
  };
}

/** Returns key and value pairs as text, for the METADATA column and the search. */
export const metadataTexts = ({ metadata }: Pick<Sandbox, "metadata">): string[] =>
  Object.entries(metadataPairs(metadata)).map(([key, value]) => `${key}: ${value}`);

/** Returns a sandbox's label: its name, or its id without one. */
export const calledName = ({ id, name }: Pick<Sandbox, "id" | "name">): string => name ?? id;
