import { Gauge, type Registry } from "prom-client";
import { withDeadline } from "../base/deadline.ts";
import type { MetricDefinition } from "./metric-definitions.ts";

const READ_TIMEOUT_MS = 2_000;

/** One line of a gauge with labels. */
interface Reading {
  labels: Record<string, string>;
  value: number;
}

/** A number, or one for each combination of labels. */
export type Readings = number | readonly Reading[];

/** Adds a gauge that is read at each request of the metrics. */
export function addGauge(
  register: Registry,
  { name, help, labelNames }: Pick<MetricDefinition, "help" | "labelNames"> & { name: string },
  read: () => Readings | Promise<Readings>,
): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [],
    async collect() {
      // A reading that fails, for example without the database, must not hide the rest.
      const readings = await withDeadline(READ_TIMEOUT_MS, "a reading", async () => read()).catch(() => Number.NaN);
      this.reset();
      if (typeof readings !== "number") for (const { labels, value } of readings) this.set(labels, value);
      else if (labelNames.length === 0) this.set(readings);
    },
  });
  register.registerMetric(gauge);
}
