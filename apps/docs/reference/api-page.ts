import { type Endpoint, rightOf, scopeOf } from "../../../packages/contract/src/endpoint.ts";
import { contractEndpoints } from "../../../packages/contract/src/reflection/contract-exports.ts";
import { TAGS } from "../../../packages/contract/src/tags.ts";
import { code, page, table } from "./markdown.ts";

/** Returns the page of the calls of the API. */
export async function apiPage(): Promise<string> {
  const calls = (await contractEndpoints()).toSorted((one, other) => one.path.localeCompare(other.path));
  const byTag = Map.groupBy(calls, ({ tag }) => tag);
  const sections = Object.entries(TAGS).flatMap(([tag, description]) => {
    const rows = byTag.get(tag)?.map((call) => [code(`${call.method} ${call.path}`), meaningOf(call), rightsOf(call)]);
    return rows ? [`## ${tag}\n\n${description}.\n\n${table(["call", "meaning", "rights"], rows)}`] : [];
  });
  return page(
    "API",
    "`/api/docs/` shows each call with its fields, examples and errors, and runs it. `/api/v1/openapi.json` is the same description in OpenAPI 3.1. Requests and responses are JSON unless the call says otherwise.",
    [
      "The column *rights* names the callers:",
      "",
      "- *public*: everybody, without credentials",
      "- *session*: a signed-in user, with the session token as `Authorization: Bearer …`",
      "- `read`, `drive`, `manage`: a signed-in user, or an API key with this [scope](product.md#roles) or a wider one",
      "- `input`, `files`, `browser`, `shell` after the scope: also a [link or token of one sandbox](product.md#rights-of-links) with this right",
    ].join("\n"),
    ...sections,
  );
}

const meaningOf = ({ summary, description }: Endpoint): string =>
  description === undefined ? summary : `${summary}. ${description}`;

function rightsOf(call: Endpoint): string {
  if (call.access !== "session-or-api-key") return `*${call.access}*`;
  const scope = scopeOf(call);
  // No link can create, change or end sandboxes.
  const isForLinks = scope !== "manage" && call.path.includes("{boxId}");
  return isForLinks ? `${code(scope)}, ${code(rightOf(call))}` : code(scope);
}
