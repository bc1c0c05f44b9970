import type { Endpoint } from "@terrarium/contract/endpoint";
import type { ErrorCode } from "@terrarium/contract/errors";
import { z } from "zod";

/** Errors that any call can return. The document describes them once. */
export const OF_ANY_CALL = [
  "rate_limited",
  "body_too_slow",
  "body_encoded",
  "forbidden_origin",
  "database_unavailable",
  "disk_full",
  "too_many_open_files",
  "shutting_down",
  "internal",
] as const satisfies readonly ErrorCode[];

const BY_ACCESS: Readonly<Record<Endpoint["access"], readonly ErrorCode[]>> = {
  public: [],
  session: ["unauthorized", "session_required", "scope_required", "invite_required"],
  "session-or-api-key": ["unauthorized", "api_key_expired", "scope_required", "invite_required", "budget_exceeded"],
};

const OF_DEVICES: readonly ErrorCode[] = [
  "sandbox_not_running",
  // The call needs a screen, or Android, and the device has none.
  "not_possible",
  "device_failed",
  "device_busy",
  "provider_unavailable",
];
const OF_CREATION: readonly ErrorCode[] = [
  "sandbox_limit",
  "user_sandbox_limit",
  "template_not_found",
  "template_unavailable",
  "device_start_failed",
  "provider_unavailable",
  "no_space",
  "idempotency_conflict",
];

/** Further errors of the calls with a tag. */
const BY_TAG: Readonly<Record<string, readonly ErrorCode[]>> = {
  actions: OF_DEVICES,
  "box-apps": OF_DEVICES,
  "box-browser": OF_DEVICES,
  "box-commands": OF_DEVICES,
  "box-display": OF_DEVICES,
  "box-files": [...OF_DEVICES, "file_not_found", "file_refused"],
  "box-media": [...OF_DEVICES, "file_refused"],
  "gbox-android": OF_DEVICES,
  unsupported: ["not_possible"],
};

/** Errors of calls with this field: the named thing does not exist, or its limit is reached. */
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
  packageName: "app_not_found",
  albumName: "file_not_found",
  storageKey: "object_not_found",
  outputFormat: "storage_limit",
  x: "outside_screen",
  startX: "outside_screen",
};

/** Returns the errors that a call can return by its kind. A call declares its own errors in `errors`. */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const { access, tag, params, query, body, errors = [], takesIdempotencyKey = false } = endpoint;
  const refusesFields = endpoint.ignoresUnknownFields !== true;
  const taken = [params, query, body].filter((schema) => schema !== undefined);
  return [
    ...new Set<ErrorCode>([
      ...(refusesFields || taken.length > 0 ? (["invalid_request"] as const) : []),
      ...(body === undefined ? [] : (["invalid_json", "body_too_large"] as const)),
      ...BY_ACCESS[access],
      ...taken.flatMap(fieldsOf).flatMap((field) => BY_FIELD[field] ?? []),
      ...(BY_TAG[tag] ?? []),
      ...(takesIdempotencyKey ? OF_CREATION : []),
      ...errors,
      "rate_limited",
    ]),
  ];
}

/** Whether the document declares this error code for a call. */
export const isDeclared = (endpoint: Endpoint, code: ErrorCode): boolean =>
  [...OF_ANY_CALL, ...errorCodesOf(endpoint)].includes(code);

/**
 * Returns the fields of an object or of a union of objects, also if it is optional or has a default. Returns none for
 * any other schema.
 */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(fieldsOf);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return fieldsOf(schema.unwrap() as z.ZodType);
  return [];
}
