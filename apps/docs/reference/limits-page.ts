import { LIMIT_GUIDE } from "../../../packages/contract/src/limit-guide.ts";
import { contractLimits } from "./contract-limits.ts";
import { code, page, sentence, table } from "./markdown.ts";

/** Returns the page of the limits. */
export async function limitsPage(): Promise<string> {
  const values = await contractLimits();
  const sections = Object.entries(LIMIT_GUIDE).map(([title, entries]) => {
    const rows = Object.entries(entries).map(([name, { limit, beyond }]) => [
      sentence(limit),
      values.get(name) ?? "",
      beyond,
      code(name),
    ]);
    return `## ${title}\n\n${table(["limit", "value", "beyond", "name"], rows)}`;
  });
  return page(
    "Limits",
    "The names are those of `packages/contract`. A code in the column *beyond* is the [error](errors.md) of the response. All addresses of an IPv6 network (/64) count as one. The operator sets the resources of a device ([settings](settings.md)).",
    ...sections,
  );
}
