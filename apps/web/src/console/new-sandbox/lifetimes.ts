/** Lifetimes to choose from, in the format of the boxes API. The hobby plan allows at most 1 hour. */
export const LIFETIMES = [
  { value: "5m", label: "5 min" },
  { value: "15m", label: "15 min" },
  { value: "30m", label: "30 min" },
  { value: "1h", label: "1 hour" },
] as const;
type Lifetime = (typeof LIFETIMES)[number]["value"];
export const DEFAULT_LIFETIME: Lifetime = "30m";
