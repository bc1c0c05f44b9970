/** Price of a running sandbox: whole millionths of a dollar per hour of one virtual CPU and of one GB (1024 MB). */
export const PRICE = { microDollarsPerVcpuHour: 20_000, microDollarsPerGbHour: 5_000 } as const;

export const MICRO_DOLLARS_PER_DOLLAR = 1_000_000;
/** Free usage of the first team that a user creates. */
export const CREDITS_DOLLARS = 100;
/** Percentages of the budget limit. The owner gets an e-mail at each; at the last, all sandboxes stop. */
export const BUDGET_THRESHOLDS_PERCENT = [50, 80, 90, 100] as const;
export const MAX_BUDGET_DOLLARS = 1_000_000;

export const PLANS = ["hobby", "pro"] as const;
export type PlanName = (typeof PLANS)[number];
export const PRO_DOLLARS_PER_MONTH = 49;

const HOUR_MS = 3_600_000;
const MB_PER_GB = 1024;

/** Exact use of virtual CPUs and memory: CPUs times milliseconds, and megabytes times milliseconds. */
export interface Use {
  vcpuMs: bigint;
  memoryMbMs: bigint;
}

/** Returns the cost of a use, in whole millionths of a dollar. A fraction is not charged. */
export function costMicroDollars({ vcpuMs, memoryMbMs }: Use): number {
  const cpu = vcpuMs * BigInt(PRICE.microDollarsPerVcpuHour * MB_PER_GB);
  const memory = memoryMbMs * BigInt(PRICE.microDollarsPerGbHour);
  return Number((cpu + memory) / BigInt(HOUR_MS * MB_PER_GB));
}

/** Returns the price of one hour of a sandbox, in millionths of a dollar. */
export const hourlyMicroDollars = ({ cpu, memoryMb }: { cpu: number; memoryMb: number }): number =>
  costMicroDollars({ vcpuMs: BigInt(cpu * HOUR_MS), memoryMbMs: BigInt(memoryMb * HOUR_MS) });

export const toVcpuHours = ({ vcpuMs }: Use): number => Number(vcpuMs) / HOUR_MS;
export const toRamGbHours = ({ memoryMbMs }: Use): number => Number(memoryMbMs) / (HOUR_MS * MB_PER_GB);

export const CENTS_PER_DOLLAR = 100;
/** 0.07 times 100 is 7.000000000000001. */
const FLOAT_ERROR_CENTS = 1e-4;

/** Returns whether an amount is in whole cents. */
export const isInCents = (dollars: number): boolean =>
  Math.abs(dollars * CENTS_PER_DOLLAR - Math.round(dollars * CENTS_PER_DOLLAR)) < FLOAT_ERROR_CENTS;
