import type { Endpoint } from "@terrarium/contract/endpoint";
import type { ErrorCode } from "@terrarium/contract/errors";
import { z } from "zod";

const BY_ACCESS: Readonly<Record<Endpoint["access"], readonly ErrorCode[]>> = {
  public: [],
  session: ["unauthorized", "session_required", "invite_required"],
  "session-or-api-key": ["unauthorized", "api_key_expired", "scope_required", "invite_required", "budget_exceeded"],
};

const OF_DEVICES: readonly ErrorCode[] = ["sandbox_not_running", "device_failed", "device_busy"];
const OF_CREATION: readonly ErrorCode[] = [
  "sandbox_limit",
  "template_not_found",
  "template_unavailable",
  "device_start_failed",
  "provider_unavailable",
  "no_space",
];

/** What calls that have a field answer where there is no such thing. */
const BY_FIELD: Readonly<Record<string, ErrorCode>> = {
  organizationId: "organization_not_found",
  boxId: "sandbox_not_found",
  sandboxId: "sandbox_not_found",
  uid: "sandbox_not_found",
  apiKeyId: "api_key_not_found",
  webhookId: "webhook_not_found",
  deliveryId: "webhook_delivery_not_found",
  inviteId: "invite_link_not_found",
  invoiceId: "invoice_not_found",
  userId: "member_not_found",
};

const DEVICE_TAGS = /^(box-(?!recording)|gbox-android$|actions$)/;

/** The errors that a call may answer by what it is; those of its own it declares itself (`errors`). */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const { access, tag, params, query, body, errors = [], takesIdempotencyKey = false } = endpoint;
  const fields = [params, query, body].flatMap((schema) => (schema === undefined ? [] : fieldsOf(schema)));
  return [
    ...new Set<ErrorCode>([
      ...(fields.length > 0 ? (["invalid_request"] as const) : []),
      ...(body === undefined ? [] : (["invalid_json", "body_too_large"] as const)),
      ...BY_ACCESS[access],
      ...fields.flatMap((field) => BY_FIELD[field] ?? []),
      ...(DEVICE_TAGS.test(tag) ? OF_DEVICES : []),
      ...(takesIdempotencyKey ? ([...OF_CREATION, "idempotency_conflict"] as const) : []),
      ...errors,
      "rate_limited",
    ]),
  ];
}

/** The fields of an object, be it optional or with a default; none of anything else. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return fieldsOf(schema.unwrap() as z.ZodType);
  return [];
}
