import { METRICS } from "../../../packages/platform/src/telemetry/metric-definitions.ts";
import { code, page, table } from "./markdown.ts";

/** Returns the page of the metrics of a server. */
export function metricsPage(): string {
  const rows = Object.values(METRICS).map(({ name, type, labelNames, help }) => [
    code(name),
    type,
    labelNames.map(code).join(", "),
    help,
  ]);
  return page(
    "Metrics",
    "`/metrics` returns these metrics of one server in the Prometheus format ([monitoring](../operate/monitor.md#metrics)). Process metrics (`process_…`, `nodejs_…`) come from `prom-client`. A metric that cannot be read, for example while the database is down, is left out; the others stay.",
    table(["metric", "type", "labels", "meaning"], rows),
  );
}
