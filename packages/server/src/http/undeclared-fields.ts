import type { Endpoint } from "@terrarium/contract/endpoint";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { explainIssues } from "./explain-issue.ts";

const NoFields = z.strictObject({}).optional();

/** Rejects query and body fields of a call that accepts none. Throws invalid_request. */
export function refuseUndeclared(endpoint: Endpoint, { query, body }: Pick<FastifyRequest, "query" | "body">): void {
  if (endpoint.ignoresUnknownFields === true) return;
  const parts = [
    { whole: "the query", value: query, schema: endpoint.query },
    { whole: "the body", value: body, schema: endpoint.body },
  ];
  for (const { whole, value, schema } of parts) {
    // An empty body can arrive as null or as an empty text.
    const { error } = schema ? {} : NoFields.safeParse(value || undefined);
    if (error) throw new AppError("invalid_request", { detail: explainIssues(error.issues, whole) });
  }
}
