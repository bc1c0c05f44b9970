import { SANDBOX_PAGE_SIZE } from "@terrarium/contract/limits";
import type { Sandbox } from "@terrarium/contract/sandbox";
import { t } from "../../../language/text.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { SortButton, type SortOrder } from "../../../ui/SortButton.tsx";
import { type Column, EmptyRow, LoadingRows, Table } from "../../../ui/Table.tsx";
import { NARROW, useMedia } from "../../../ui/use-media.ts";
import type { Sort } from "../../parts/sort.ts";
import { NoSandboxes, type NoSandboxesProps } from "./NoSandboxes.tsx";
import { type SandboxColumn, shownColumns } from "./sandbox-columns.ts";
import { SandboxRow } from "./SandboxRow.tsx";

export interface SandboxTableProps extends NoSandboxesProps {
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
  isLoading: boolean;
  onDelete: (sandbox: Sandbox) => void;
}

function orderOf(column: string, sort: Sort | undefined): SortOrder {
  if (sort?.column !== column) return "none";
  return sort.isDescending ? "descending" : "ascending";
}

export function SandboxTable(props: SandboxTableProps) {
  const { sandboxes, hidden, sort, onSort, selection, onSelect, nowMs, isLoading, onDelete, ...empty } = props;
  const ids = sandboxes.map(({ id }) => id);
  const selected = ids.filter((id) => selection.has(id)).length;
  const isEachSelected = selected > 0 && selected === ids.length;
  const selectAll = (
    <Checkbox
      label={t("Select all on this page")}
      className="mr-3"
      checked={isEachSelected || (selected > 0 && "some")}
      disabled={ids.length === 0}
      onChange={() => onSelect(new Set(isEachSelected ? [] : ids))}
    />
  );
  const column = ({ title, widthPx, sort: name }: SandboxColumn): Column => {
    if (name === undefined) return { title, widthPx };
    const sortOrder = orderOf(name, sort);
    const button = <SortButton title={t(title)} order={sortOrder} onClick={() => onSort(name)} />;
    const head = (
      <span className="flex items-center">
        {title === "ID" && selectAll}
        {button}
      </span>
    );
    return { title, widthPx, sortOrder, head };
  };
  const isNarrow = useMedia(NARROW);
  const shown = shownColumns(hidden, isNarrow);
  const columns = shown.map(column);
  return (
    <Table label={t("Sandboxes")} columns={columns}>
      {isLoading && <LoadingRows columns={columns.length} rows={SANDBOX_PAGE_SIZE} text={t("Loading...")} />}
      {!isLoading && sandboxes.length === 0 && (
        <EmptyRow columns={columns.length}>
          <NoSandboxes {...empty} />
        </EmptyRow>
      )}
      {sandboxes.map((sandbox) => (
        <SandboxRow
          key={sandbox.id}
          sandbox={sandbox}
          columns={shown}
          isNarrow={isNarrow}
          nowMs={nowMs}
          isSelected={selection.has(sandbox.id)}
          onSelect={() => onSelect(selection.symmetricDifference(new Set([sandbox.id])))}
          onDelete={() => onDelete(sandbox)}
        />
      ))}
    </Table>
  );
}
