import type { FleetFilter } from "@terrarium/contract/fleet";

/** A model of device, in the fleet's words. */
export interface FleetModel {
  name: string;
  platform: "android";
  type: "emulator" | "real";
  version: string;
}

/** Whether a model is as all filters want it; texts are compared as they are written, versions number by number. */
export const fitsFilters = (model: FleetModel, filters: readonly FleetFilter[]): boolean =>
  filters.every(({ attribute, operator, value }) => {
    const has = model[attribute];
    switch (operator) {
      case "STARTS_WITH":
        return has.startsWith(value);
      case "CONTAINS":
        return has.includes(value);
      case "EQUALS":
        return has === value;
      case "GREATER_THAN":
        return compareVersions(has, value) > 0;
      case "GREATER_THAN_OR_EQUALS":
        return compareVersions(has, value) >= 0;
      case "LESS_THAN":
        return compareVersions(has, value) < 0;
      case "LESS_THAN_OR_EQUALS":
        return compareVersions(has, value) <= 0;
    }
  });

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split(".").map(Number)) as [number[], number[]];
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    // What is no number is neither less nor more.
    if (difference !== 0) return difference;
  }
  return 0;
}
