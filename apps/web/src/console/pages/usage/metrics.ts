import { MICRO_DOLLARS_PER_DOLLAR } from "@terrarium/contract/pricing";
import type { UsageBucket } from "@terrarium/contract/usage";
import { perLanguage } from "../../../language/language.ts";
import { type Label } from "../../../language/text.ts";
import { formatMicroDollars, formatShortDollars } from "../../parts/format-money.ts";
import { formatShort } from "../../parts/format-short.ts";

type Figures = Pick<UsageBucket, "sandboxesStarted" | "costMicroDollars" | "vcpuHours" | "ramHours">;

const formatter = (options: Intl.NumberFormatOptions) =>
  perLanguage((locale) => new Intl.NumberFormat(locale, options));
/** Three decimals or none, so that numbers in a column line up. */
const NUMBER = formatter({
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
  trailingZeroDisplay: "stripIfInteger",
});

export interface Metric {
  title: Label;
  kind: "line" | "bar";
  isWhole: boolean;
  /** Value in the unit of the chart. */
  value: (figures: Figures) => number;
  format: (value: number) => string;
  formatTicks: (ticks: readonly number[], digits: number) => string[];
}

/** The charts of the page, in order. */
export const METRICS: readonly Metric[] = [
  {
    title: "Sandboxes Started",
    kind: "line",
    isWhole: true,
    value: ({ sandboxesStarted }) => sandboxesStarted,
    format: (value) => NUMBER().format(value),
    formatTicks: formatShort,
  },
  {
    title: "Usage Costs",
    kind: "bar",
    isWhole: false,
    value: ({ costMicroDollars }) => costMicroDollars / MICRO_DOLLARS_PER_DOLLAR,
    format: (value) => formatMicroDollars(value * MICRO_DOLLARS_PER_DOLLAR),
    formatTicks: formatShortDollars,
  },
  {
    title: "vCPU Hours",
    kind: "line",
    isWhole: false,
    value: ({ vcpuHours }) => vcpuHours,
    format: (value) => `${NUMBER().format(value)} h`,
    formatTicks: formatShort,
  },
  {
    title: "RAM Hours",
    kind: "line",
    isWhole: false,
    value: ({ ramHours }) => ramHours,
    format: (value) => `${NUMBER().format(value)} GB h`,
    formatTicks: formatShort,
  },
];
