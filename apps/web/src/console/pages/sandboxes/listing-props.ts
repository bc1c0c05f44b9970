import type { Sandbox } from "@terrarium/contract/sandbox";
import type { Sort } from "../../parts/sort.ts";
import type { NoSandboxesProps } from "./NoSandboxes.tsx";

/** Properties of every view of the list: table, cards and wall. */
export interface ListingProps extends NoSandboxesProps {
  sandboxes: readonly Sandbox[];
  /** Titles of the hidden columns. */
  hidden: ReadonlySet<string>;
  sort: Sort | undefined;
  onSort: (column: string) => void;
  /** Ids of the selected sandboxes. */
  selection: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  /** Reference time of the displayed ages. */
  nowMs: number;
  /** Costs so far of sandboxes that ran, by id, in millionths of a dollar. Undefined while unknown. */
  costs: ReadonlyMap<string, number> | undefined;
  isLoading: boolean;
  /** Lists the sandboxes with this text in their metadata. */
  onSearch: (text: string) => void;
  onDelete: (sandbox: Sandbox) => void;
}

/** Returns the selection with one sandbox added or removed. */
export const toggled = (selection: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  selection.symmetricDifference(new Set([id]));
