import { SANDBOX_PAGE_SIZE } from "@terrarium/contract/limits";
import { t } from "../../../language/text.ts";
import { SortButton, type SortOrder } from "../../../ui/SortButton.tsx";
import { type Column, EmptyRow, LoadingRows, Table } from "../../../ui/Table.tsx";
import type { Sort } from "../../parts/sort.ts";
import { type ListingProps, toggled } from "./listing-props.ts";
import { NoSandboxes } from "./NoSandboxes.tsx";
import { type SandboxColumn, shownColumns } from "./sandbox-columns.ts";
import { SandboxRow } from "./SandboxRow.tsx";
import { SelectAll } from "./SelectAll.tsx";

function orderOf(column: string, sort: Sort | undefined): SortOrder {
  if (sort?.column !== column) return "none";
  return sort.isDescending ? "descending" : "ascending";
}

export function SandboxTable(props: ListingProps) {
  const {
    sandboxes,
    hidden,
    sort,
    onSort,
    selection,
    onSelect,
    nowMs,
    costs,
    isLoading,
    onSearch,
    onDelete,
    ...empty
  } = props;
  const column = ({ title, widthPx, sort: name }: SandboxColumn): Column => {
    if (name === undefined) return { title, widthPx };
    const sortOrder = orderOf(name, sort);
    const button = <SortButton title={t(title)} order={sortOrder} onClick={() => onSort(name)} />;
    const head = (
      <span className="flex items-center">
        {title === "ID" && (
          <SelectAll sandboxes={sandboxes} selection={selection} onSelect={onSelect} className="mr-3" />
        )}
        {button}
      </span>
    );
    return { title, widthPx, sortOrder, head };
  };
  const shown = shownColumns(hidden);
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
          nowMs={nowMs}
          costMicroDollars={costs?.get(sandbox.id)}
          isSelected={selection.has(sandbox.id)}
          onSelect={() => onSelect(toggled(selection, sandbox.id))}
          onSearch={onSearch}
          onDelete={() => onDelete(sandbox)}
        />
      ))}
    </Table>
  );
}
