/** Most pairs read from a query. No call accepts as many. */
const MAX_PAIRS = 200;
const ENTRY = /^([A-Za-z]\w*)\[([^[\]]*)\]$/;

/**
 * Parses a query as clients write it: `name=a`, lists as `name=a&name=b` or `name[]=a`, objects as `name[key]=a`.
 * Deeper notations stay literal names, which no call accepts.
 */
export function parseQuery(text: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  const objects = new Set<string>();
  for (const [name, value] of [...new URLSearchParams(text)].slice(0, MAX_PAIRS)) {
    const [, whole, key] = ENTRY.exec(name) ?? [];
    if (whole === undefined || key === undefined) add(query, name, value);
    else if (key === "") add(query, whole, value, true);
    else if (objects.has(whole) || !(whole in query)) {
      objects.add(whole);
      query[whole] = { ...(query[whole] as object | undefined), [key]: value };
    } else add(query, name, value);
  }
  return query;
}

function add(query: Record<string, unknown>, name: string, value: string, isList = false): void {
  const before = query[name];
  if (before === undefined) query[name] = isList ? [value] : value;
  else query[name] = [...(Array.isArray(before) ? before : [before]), value];
}
