import type { BoxMetricsSample } from "@terrarium/contract/box-metrics";
import { perLanguage } from "../../../language/language.ts";
import { type Label, t } from "../../../language/text.ts";
import { formatBytes } from "../../../viewer/parts/format-bytes.ts";

export interface Limits {
  cpu: number;
  memoryBytes: number;
  diskBytes: number;
}

/** A charted use of a sandbox. */
export interface BoxMetric {
  title: Label;
  /** Null if it is not measured. */
  value: (sample: BoxMetricsSample) => number | null;
  format: (value: number) => string;
  /** Returns the sandbox's limit as a text, if there is one. */
  limit?: (limits: Limits) => string;
}

const CORES = perLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));
const formatCores = (cores: number): string => CORES().format(cores);
const formatRate = (bytes: number): string => `${formatBytes(bytes)}/s`;

const SHARED: readonly BoxMetric[] = [
  {
    title: "Processor",
    value: ({ cpu }) => cpu,
    format: formatCores,
    limit: ({ cpu }) => t("of {count} cores", { count: cpu }),
  },
  {
    title: "Memory",
    value: ({ memoryBytes }) => memoryBytes,
    format: formatBytes,
    limit: ({ memoryBytes }) => t("of {size}", { size: formatBytes(memoryBytes) }),
  },
  {
    title: "Disk",
    value: ({ diskBytes }) => diskBytes,
    format: formatBytes,
    limit: ({ diskBytes }) => t("of {size}", { size: formatBytes(diskBytes) }),
  },
];

const RECEIVED: BoxMetric = {
  title: "Received",
  value: ({ receivedBytesPerSecond: bytes }) => bytes,
  format: formatRate,
};
const SENT: BoxMetric = { title: "Sent", value: ({ sentBytesPerSecond: bytes }) => bytes, format: formatRate };

/** The charts, in order. */
export const CHARTS: readonly BoxMetric[] = [
  ...SHARED,
  {
    title: "Network",
    value: ({ receivedBytesPerSecond: received, sentBytesPerSecond: sent }) =>
      received === null || sent === null ? null : received + sent,
    format: formatRate,
  },
];

/** The columns of the table with the same data. */
export const COLUMNS: readonly BoxMetric[] = [...SHARED, RECEIVED, SENT];
