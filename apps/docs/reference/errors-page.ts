import { ERROR_GUIDE } from "../../../packages/contract/src/error-guide.ts";
import { type ErrorCode, ERRORS } from "../../../packages/contract/src/errors.ts";
import { code, page, table } from "./markdown.ts";

/** Returns the page of the errors of the API. */
export function errorsPage(): string {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).toSorted();
  const rows = codes.map((name) => {
    const { meaning, remedy } = ERROR_GUIDE[name];
    return [code(name), String(ERRORS[name].status), meaning, remedy ?? ERRORS[name].suggestion ?? ""];
  });
  return page(
    "Errors",
    "A response with a status other than 2xx is `{code, message, suggestion?, requestId}`. `code` is one of this table. `message` names the values of the request, and `suggestion` the next step. The header `x-request-id` also contains the request id; quote it when you report a problem.",
    "`x-should-retry: false` means that the same request gets the same response (409 and `start_timeout`). `Retry-After` is the delay before the next try, in seconds.",
    table(["code", "status", "meaning", "next step"], rows),
  );
}
