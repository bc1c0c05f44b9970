import type { FleetFilter } from "@terrarium/contract/fleet";
import type { FleetModel } from "@terrarium/device-control/fleet/fleet";

/** Whether a model passes all filters. Compares texts literally, and versions number by number. */
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
    // A part that is not a number is neither less nor greater.
    if (difference !== 0) return difference;
  }
  return 0;
}
