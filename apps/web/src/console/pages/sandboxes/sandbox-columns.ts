import type { Sandbox } from "@terrarium/contract/sandbox";
import { type Label } from "../../../language/text.ts";
import type { SortColumns } from "../../sort.ts";

export interface SandboxColumn {
  title: Label;
  widthPx: number;
  /** Its name in SANDBOX_SORTS; without it, nobody sorts by the column. */
  sort?: string;
}

const SANDBOX_COLUMNS: readonly SandboxColumn[] = [
  { title: "ID", widthPx: 264, sort: "id" },
  { title: "TEMPLATE", widthPx: 128, sort: "template" },
  { title: "CPU COUNT", widthPx: 110, sort: "cpu" },
  { title: "MEMORY", widthPx: 100, sort: "memory" },
  { title: "METADATA", widthPx: 164 },
  { title: "STARTED AT", widthPx: 120, sort: "started" },
  { title: "STATUS", widthPx: 112, sort: "status" },
  { title: "ACTION", widthPx: 160 },
];

/** A row without them says neither which sandbox it is nor what can be done with it. */
const ALWAYS_SHOWN: ReadonlySet<string> = new Set(["ID", "ACTION"]);

/** The columns of which those are left out that may be, and are, hidden. */
export const shownColumns = (hidden: ReadonlySet<string>): SandboxColumn[] =>
  SANDBOX_COLUMNS.filter(({ title }) => ALWAYS_SHOWN.has(title) || !hidden.has(title));

export const OPTIONAL_TITLES: readonly Label[] = SANDBOX_COLUMNS.map(({ title }) => title).filter(
  (title) => !ALWAYS_SHOWN.has(title),
);

export const SANDBOX_SORTS: SortColumns<Sandbox> = {
  id: ({ id }) => id,
  template: ({ templateName }) => templateName,
  cpu: ({ cpu }) => cpu,
  memory: ({ memory }) => memory,
  started: ({ startedAt }) => Date.parse(startedAt),
  status: ({ status }) => status,
};
