import type { SandboxSort } from "@terrarium/contract/sandbox";
import type { Label } from "../../../language/text.ts";

export interface SandboxColumn {
  title: Label;
  widthPx: number;
  /** Sort key. Without it, the column is not sortable. */
  sort?: SandboxSort;
}

const ID = { title: "ID", widthPx: 216, sort: "id" } as const;
const STATUS = { title: "STATUS", widthPx: 108, sort: "status" } as const;
const ACTION = { title: "ACTION", widthPx: 180 } as const;
const TIME_LEFT = { title: "TIME LEFT", widthPx: 100, sort: "timeLeft" } as const;
/** Width for its buttons and small padding. */
const NARROW_ACTION = { ...ACTION, widthPx: 168 };

const SANDBOX_COLUMNS: readonly SandboxColumn[] = [
  ID,
  { title: "TEMPLATE", widthPx: 116, sort: "template" },
  { title: "CPU COUNT", widthPx: 106, sort: "cpu" },
  { title: "MEMORY", widthPx: 96, sort: "memory" },
  { title: "METADATA", widthPx: 140 },
  { title: "STARTED AT", widthPx: 112, sort: "started" },
  TIME_LEFT,
  STATUS,
  ACTION,
];

/** Columns that cannot be hidden: they identify the sandbox and hold its actions. */
const ALWAYS_SHOWN: ReadonlySet<string> = new Set([ID.title, ACTION.title]);

/**
 * Returns the visible columns. On narrow screens the actions follow the id, together with the status, so that both show
 * without scrolling.
 */
export function shownColumns(hidden: ReadonlySet<string>, isNarrow: boolean): SandboxColumn[] {
  const shown = SANDBOX_COLUMNS.filter(({ title }) => ALWAYS_SHOWN.has(title) || !hidden.has(title));
  if (!isNarrow) return shown;
  const placed = new Set<SandboxColumn>([ID, STATUS, ACTION, TIME_LEFT]);
  const timeLeft = shown.filter((column) => column === TIME_LEFT);
  return [ID, NARROW_ACTION, ...timeLeft, ...shown.filter((column) => !placed.has(column))];
}

export const OPTIONAL_TITLES: readonly Label[] = SANDBOX_COLUMNS.map(({ title }) => title).filter(
  (title) => !ALWAYS_SHOWN.has(title),
);
