import type { Endpoint } from "@terrarium/contract/endpoint";

/** What was reported already: lists are asked for again and again. */
const reported = new Set<string>();

/**
 * Parses the answer of a call. An element of a list that does not fit hides only itself, and is reported on the console's
 * log, once. Throws ZodError if something else does not fit. Changes the lists of `answer`.
 */
export function readAnswer({ name, response }: Pick<Endpoint, "name" | "response">, answer: unknown): unknown {
  for (;;) {
    const { success, data, error } = response.safeParse(answer);
    if (success) return data;
    const [issue] = error.issues;
    const path = issue?.path ?? [];
    const inList = path.findIndex((step) => typeof step === "number");
    const list = inList < 0 ? undefined : valueAt(answer, path.slice(0, inList));
    if (!Array.isArray(list) || list.splice(Number(path[inList]), 1).length === 0) throw error;
    report(`${name}: an element was left out, ${path.slice(inList + 1).join(".")}: ${issue?.message ?? ""}`);
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, step) => (typeof part === "object" && part !== null ? Reflect.get(part, step) : undefined),
    value,
  );
}

function report(what: string): void {
  if (reported.has(what)) return;
  reported.add(what);
  console.error(what);
}
