import type { Usage } from "@terrarium/contract/usage";
import { t } from "../../../language/text.ts";
import { Cell, type Column, Row, SkeletonRows, Table } from "../../../ui/Table.tsx";
import { METRICS } from "./metrics.ts";
import { bucketName } from "./usage-period.ts";

const SKELETON_ROWS = 12;

/** The charts' data as a table. `usage` is undefined while loading. */
export function UsageTable({ usage }: { usage: Usage | undefined }) {
  const columns: readonly Column[] = [
    { title: usage?.period === "yearly" ? "Month" : "Day", widthPx: 128 },
    ...METRICS.map(({ title }) => ({ title, widthPx: 144, isNumber: true })),
  ];
  return (
    <Table label={t("Usage")} columns={columns}>
      {usage === undefined && <SkeletonRows columns={columns.length} rows={SKELETON_ROWS} />}
      {usage?.buckets.map((bucket) => (
        <Row key={bucket.label}>
          <Cell>{bucketName(bucket.label, usage.period)}</Cell>
          {METRICS.map(({ title, value, format }) => (
            <Cell key={title} className="text-right font-mono text-xs!">
              {format(value(bucket))}
            </Cell>
          ))}
        </Row>
      ))}
      {usage !== undefined && (
        <Row>
          <Cell className="font-semibold">{t("Total")}</Cell>
          {METRICS.map(({ title, value, format }) => (
            <Cell key={title} className="text-right font-mono text-xs! font-semibold">
              {format(value(usage.totals))}
            </Cell>
          ))}
        </Row>
      )}
    </Table>
  );
}
