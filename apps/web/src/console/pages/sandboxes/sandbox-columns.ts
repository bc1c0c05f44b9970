import type { SandboxSort } from "@terrarium/contract/sandbox";
import type { Label } from "../../../language/text.ts";

export interface SandboxColumn {
  title: Label;
  widthPx: number;
  /** Sort key. Without it, the column is not sortable. */
  sort?: SandboxSort;
}

/** In reading order: what the sandbox is and how long it lives, then its cost and details. */
const SANDBOX_COLUMNS: readonly SandboxColumn[] = [
  { title: "ID", widthPx: 220, sort: "id" },
  { title: "TEMPLATE", widthPx: 116, sort: "template" },
  { title: "STATUS", widthPx: 126, sort: "status" },
  { title: "TIME LEFT", widthPx: 98, sort: "timeLeft" },
  { title: "COST", widthPx: 84 },
  { title: "STARTED AT", widthPx: 110, sort: "started" },
  { title: "CPU COUNT", widthPx: 106, sort: "cpu" },
  { title: "MEMORY", widthPx: 90, sort: "memory" },
  { title: "METADATA", widthPx: 122 },
  { title: "ACTION", widthPx: 92 },
];

/** Columns that cannot be hidden: they identify the sandbox and hold its actions. */
const ALWAYS_SHOWN: ReadonlySet<string> = new Set(["ID", "ACTION"]);

/** Returns the visible columns. */
export const shownColumns = (hidden: ReadonlySet<string>): SandboxColumn[] =>
  SANDBOX_COLUMNS.filter(({ title }) => ALWAYS_SHOWN.has(title) || !hidden.has(title));

export const OPTIONAL_TITLES: readonly Label[] = SANDBOX_COLUMNS.map(({ title }) => title).filter(
  (title) => !ALWAYS_SHOWN.has(title),
);

export const SORTABLE_COLUMNS = SANDBOX_COLUMNS.flatMap(({ title, sort }) =>
  sort === undefined ? [] : [{ title, sort }],
);
