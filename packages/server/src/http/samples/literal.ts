const WIDTH = 88;

/** Returns the JavaScript literal of a JSON value. Lists and objects without room on a line are indented. */
export function literalOf(value: unknown, indent = ""): string {
  const isList = Array.isArray(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = (given: string) =>
    isList
      ? value.map((each) => literalOf(each, given))
      : Object.entries(value).map(([name, each]) => `${keyOf(name)}: ${literalOf(each, given)}`);
  const [open, close] = isList ? ["[", "]"] : ["{ ", " }"];
  const line = `${open}${parts(indent).join(", ")}${close}`;
  if (!line.includes("\n") && indent.length + line.length <= WIDTH) return line;
  return `${open.trim()}\n${parts(inner)
    .map((part) => `${inner}${part},\n`)
    .join("")}${indent}${close.trim()}`;
}

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
