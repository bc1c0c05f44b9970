/** What media queries ask about. */
export interface MediaFacts {
  widthDp: number;
  heightDp: number;
  dark: boolean;
}

/** Whether a list of media queries holds; what is not understood does not (Media Queries 4). */
export function matchesMedia(list: string, facts: MediaFacts): boolean {
  if (list.trim() === "") return true;
  return list
    .toLowerCase()
    .split(",")
    .some((query) => matchesQuery(query.trim(), facts));
}

function matchesQuery(query: string, facts: MediaFacts): boolean {
  const negated = /^not\s/.test(query);
  const parts = query.replace(/^(not|only)\s+/, "").split(/\s+and\s+/);
  const holds = parts.every((part) => matchesPart(part.trim(), facts));
  return holds !== negated;
}

function matchesPart(part: string, facts: MediaFacts): boolean {
  if (part === "all" || part === "screen") return true;
  const feature = /^\((.*)\)$/s.exec(part)?.[1]?.trim();
  if (feature === undefined) return false;
  if (/[<>]/.test(feature)) return matchesRange(feature, facts);
  const [name = "", value = ""] = feature.split(":").map((each) => each.trim());
  switch (name) {
    case "prefers-color-scheme":
      return value === (facts.dark ? "dark" : "light");
    case "orientation":
      return value === (facts.widthDp > facts.heightDp ? "landscape" : "portrait");
    case "pointer":
    case "any-pointer":
      return value === "coarse";
    case "hover":
    case "any-hover":
      return value === "none";
    case "color":
      return true;
    case "prefers-reduced-motion":
      return value === "reduce";
    case "scripting":
      return value === "none";
  }
  const [, limit, side = ""] = /^(min|max)-(?:device-)?(width|height)$/.exec(name) ?? [];
  const size = sizeOf(side, facts);
  const length = lengthOf(value);
  if (size === undefined || length === undefined) return false;
  return limit === "min" ? size >= length : size <= length;
}

/** width >= 600px, 400px <= width <= 700px */
function matchesRange(feature: string, facts: MediaFacts): boolean {
  const parts = feature.split(/\s*(<=|>=|<|>)\s*/);
  const values = parts.map((part) => sizeOf(part, facts) ?? lengthOf(part));
  for (let at = 1; at < parts.length; at += 2) {
    const [left, right] = [values[at - 1], values[at + 1]];
    if (left === undefined || right === undefined) return false;
    const operator = parts[at] ?? "";
    const holds = operator.startsWith("<") ? left < right : left > right;
    if (!holds && !(operator.endsWith("=") && left === right)) return false;
  }
  return parts.length > 1;
}

function sizeOf(name: string, { widthDp, heightDp }: MediaFacts): number | undefined {
  return name === "width" ? widthDp : name === "height" ? heightDp : undefined;
}

function lengthOf(text: string): number | undefined {
  const [, number = "", unit = ""] = /^(\d*\.?\d+)(px|em|rem)?$/.exec(text) ?? [];
  if (number === "" || (unit === "" && Number(number) !== 0)) return undefined;
  return Number(number) * (unit === "px" ? 1 : 16);
}
