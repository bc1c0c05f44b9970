import type { UsageBreakdown, UsageDimension } from "@terrarium/contract/usage";
import { t } from "../../../language/text.ts";
import { Cell, type Column, EmptyRow, Row, SkeletonRows, Table } from "../../../ui/Table.tsx";
import { DIMENSION_NAMES, groupName } from "./dimension-names.ts";
import { METRICS } from "./metrics.ts";

const SKELETON_ROWS = 3;

export interface BreakdownTableProps {
  by: UsageDimension;
  /** The label's key, for the breakdown by label. */
  label: string;
  /** Undefined while loading. */
  breakdown: UsageBreakdown | undefined;
}

/** Groups with their usage, those with the highest costs first. */
export function BreakdownTable({ by, label, breakdown }: BreakdownTableProps) {
  const columns: readonly Column[] = [
    { title: DIMENSION_NAMES[by], widthPx: 220 },
    ...METRICS.map(({ title }) => ({ title, widthPx: 144, isNumber: true })),
  ];
  const hasNoLabel = by === "label" && label === "" && breakdown?.labels.length === 0;
  const { groups = [], others = null } = breakdown ?? {};
  const costMicroDollars = Math.max(...groups.map((group) => group.costMicroDollars));
  return (
    <Table label={t("Breakdown")} columns={columns}>
      {breakdown === undefined && <SkeletonRows columns={columns.length} rows={SKELETON_ROWS} />}
      {breakdown !== undefined && (groups.length === 0 || hasNoLabel) && (
        <EmptyRow columns={columns.length}>
          {groups.length > 0
            ? t("No sandbox of this period has labels. Set them as metadata when you create one.")
            : t("No usage in this period")}
        </EmptyRow>
      )}
      {!hasNoLabel &&
        groups.map((group) => (
          <Row key={JSON.stringify([group.id, group.isRecorded])}>
            <Cell title={group.id ?? undefined}>
              <span className="block truncate">{groupName(group, by)}</span>
              <span
                aria-hidden="true"
                className="mt-1 block h-0.5 rounded-full bg-accent"
                style={{ width: `${costMicroDollars > 0 ? (100 * group.costMicroDollars) / costMicroDollars : 0}%` }}
              />
            </Cell>
            {METRICS.map(({ title, value, format }) => (
              <Cell key={title} className="text-right font-mono text-xs!">
                {format(value(group))}
              </Cell>
            ))}
          </Row>
        ))}
      {!hasNoLabel && others !== null && (
        <Row>
          <Cell className="text-mute">{t("All others")}</Cell>
          {METRICS.map(({ title, value, format }) => (
            <Cell key={title} className="text-right font-mono text-xs!">
              {format(value(others))}
            </Cell>
          ))}
        </Row>
      )}
    </Table>
  );
}
