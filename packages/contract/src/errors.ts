import {
  API_KEYS_PER_ORGANIZATION,
  BOX_FILE_LIMITS,
  INVITE_EXPIRY_DAYS,
  INVITE_LINKS_PER_ORGANIZATION,
  MEMBERS_PER_ORGANIZATION,
  ORGANIZATIONS_PER_USER,
  PORT_LIMITS,
  SANDBOX_LIMIT,
  WEBHOOK_LIMITS,
  WEBHOOKS_PER_ORGANIZATION,
} from "./limits.ts";

/** Values a message may name; never secrets. */
export type ErrorContext = Record<string, string | number | undefined>;

interface ErrorDefinition {
  status: number;
  message: (context: ErrorContext) => string;
  /** Next step for the caller, where the message does not give it. */
  suggestion?: string;
}

const define = <Code extends string>(definitions: Record<Code, ErrorDefinition>): Record<Code, ErrorDefinition> =>
  definitions;

/** Reasons for a 401, by the kind of credential in the request. */
export const UNAUTHORIZED = {
  nothing: "the request has no API key or session token",
  apiKey: "the API key is unknown. It may be mistyped, replaced or deleted",
  session: "the session is unknown or has ended. Sign in again",
} as const;

/** Formats an ISO 8601 time for people: "2026-12-01 00:00 UTC". Returns other text unchanged. */
const inUtc = (time: ErrorContext[string]): string =>
  String(time).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(\.\d+)?Z$/, "$1 $2 UTC");

/** Every error of the API: its code on the wire, its HTTP status and its message. */
export const ERRORS = define({
  invalid_request: {
    status: 400,
    message: (c) => `Invalid request: ${c.detail ?? "a field is missing, unknown or has the wrong type"}`,
    suggestion: "See GET /api/v1/openapi.json for the fields of each call",
  },
  invalid_json: { status: 400, message: () => "The request body is not valid JSON" },
  body_too_large: { status: 413, message: (c) => `The request body is larger than ${c.limitBytes} bytes` },
  body_too_slow: { status: 408, message: () => "The request arrived too slowly; send it again" },
  body_encoded: {
    status: 415,
    message: (c) => `The encoding "${c.encoding}" of the request body is not supported`,
    suggestion: "Send the body uncompressed, without Content-Encoding",
  },
  unauthorized: {
    status: 401,
    message: (c) => `Not authorized: ${c.problem ?? UNAUTHORIZED.session}`,
    suggestion: "Send `Authorization: Bearer` with an API key of the team (API Keys in the console) or a session token",
  },
  session_required: {
    status: 403,
    message: () => "This call requires a signed-in user; API keys are not accepted",
    suggestion: "Sign in to the console to do this",
  },
  scope_required: {
    status: 403,
    message: (c) => `This call needs the scope "${c.scope}"; the key or token has "${c.held}"`,
    suggestion: "Use an API key with that scope (API Keys in the console)",
  },
  api_key_expired: {
    status: 401,
    message: (c) => `This API key expired at ${inUtc(c.expiredAt)}`,
    suggestion: "Create a new one (API Keys in the console)",
  },
  forbidden_origin: { status: 403, message: (c) => `Requests from ${c.origin} are not accepted` },
  not_found: {
    status: 404,
    message: (c) => `Nothing is served at ${c.path}`,
    suggestion: "GET /api/v1/openapi.json lists every call",
  },
  organization_not_found: { status: 404, message: (c) => `You do not belong to a team ${c.organizationId}` },
  role_required: { status: 403, message: (c) => `Only ${c.roles} of this team may do this` },
  budget_exceeded: {
    status: 402,
    message: (c) =>
      `The team's budget of $${c.limitDollars} for this month is used up (used: $${c.usedDollars}). New sandboxes and API requests are blocked until the limit is raised on the Budget page or the next month starts (${inUtc(c.resetsAt)})`,
  },
  payments_not_configured: {
    status: 409,
    message: () =>
      "The Pro plan is not available: payments are not configured on this server. Ask its operator. /docs/operate/configure explains the setup",
  },
  payments_disconnected: {
    status: 409,
    message: () =>
      "Stripe manages this team's Pro plan, but this server is not connected to Stripe. Stripe continues the plan. Ask the server's operator to change or cancel the plan",
  },
  payments_failed: { status: 502, message: (c) => `Stripe did not accept the request: ${c.detail}` },
  already_pro: { status: 409, message: () => "This team is already on the Pro plan" },
  not_pro: { status: 409, message: () => "This team is not on the Pro plan" },
  webhook_refused: { status: 400, message: () => "The webhook's signature is not valid; check STRIPE_WEBHOOK_SECRET" },
  invoice_not_found: { status: 404, message: (c) => `No invoice ${c.invoiceId} in this team` },
  /** `action` is one of OWNER_ACTIONS (contract/organization). */
  owner_required: { status: 403, message: (c) => `only owner can ${c.action}` },
  own_role: { status: 403, message: () => "don't change your own role" },
  owner_cannot_leave: { status: 409, message: () => "Organization owner cannot leave the organization" },
  member_not_found: { status: 404, message: (c) => `No member ${c.userId} in this team` },
  already_owner: { status: 409, message: () => "You already own this team" },
  already_member: { status: 409, message: (c) => `You already belong to ${c.name}` },
  member_limit: {
    status: 409,
    message: () => `Limit of ${MEMBERS_PER_ORGANIZATION} members per team reached`,
  },
  organization_limit: {
    status: 409,
    message: () => `Limit of ${ORGANIZATIONS_PER_USER} teams per user reached. Leave or disband one and try again`,
  },
  invite_link_limit: {
    status: 409,
    message: () => `Limit of ${INVITE_LINKS_PER_ORGANIZATION} invite links per team reached. Delete one and try again`,
  },
  invite_link_expiry: {
    status: 400,
    message: () =>
      `expiresAt must be ${INVITE_EXPIRY_DAYS.min} to ${INVITE_EXPIRY_DAYS.max} days from now, in seconds since 1970`,
  },
  invite_link_not_found: { status: 404, message: (c) => `No invite link ${c.inviteId} in this team` },
  invite_link_unknown: {
    status: 404,
    message: () => "No invite has this code. Check it for a typo, or ask for a new one",
  },
  invite_link_expired: { status: 410, message: () => "This invite has expired. Ask for a new one" },
  invite_code_unknown: { status: 404, message: () => "This invite code is not valid. Check it for a typo" },
  invite_code_used: { status: 410, message: () => "This invite code was already used" },
  invite_code_expired: { status: 410, message: () => "This invite code has expired" },
  invite_required: { status: 403, message: () => "An invite code is required. Enter yours at /invite-code" },
  sandbox_not_found: {
    status: 404,
    message: (c) => `No sandbox ${c.sandboxId} in your teams`,
    suggestion: "GET /api/v1/boxes lists the sandboxes of your team",
  },
  sandbox_not_running: {
    status: 409,
    message: (c) => `Sandbox ${c.sandboxId} is not running: ${c.reason ?? "it has ended"}`,
    suggestion:
      "If it is stopped, start it with POST /api/v1/boxes/{boxId}/start. If it has ended, create another: it cannot start again",
  },
  start_timeout: {
    status: 408,
    message: (c) =>
      `The device was not ready within ${c.timeoutS} s. The sandbox was removed; it is not charged and does not count towards limits`,
    suggestion: "Set a longer `timeout` (at most 5m), or set `wait: false` and poll the status",
  },
  cannot_stop: {
    status: 409,
    message: (c) => `Sandboxes of template ${c.templateId} cannot be stopped and restarted: ${c.detail}`,
    suggestion: "End it, or use a template with the `provider` `embedded` or `docker`",
  },
  device_type_unavailable: {
    status: 422,
    message: (c) => `Device type "${c.deviceType}" is not available: ${c.detail}`,
  },
  sandbox_limit: {
    status: 429,
    message: (c) =>
      `Sandbox number limit reached: your plan allows ${c.limit ?? SANDBOX_LIMIT.hobby} sandboxes at once. Delete one and try again`,
    suggestion:
      "End a sandbox with POST /api/v1/boxes/{boxId}/terminate, or get a running one: set `reuse` when you create",
  },
  user_sandbox_limit: {
    status: 429,
    message: (c) =>
      `Limit of ${c.limit} sandboxes in all your teams on the Hobby plan reached. Delete one and try again`,
    suggestion: "End a sandbox with POST /api/v1/boxes/{boxId}/terminate, in any of your teams",
  },
  idempotency_conflict: {
    status: 409,
    message: () =>
      "This Idempotency-Key was already used for a different request. Use a separate key for each operation",
  },
  template_not_found: {
    status: 404,
    message: (c) => `No template ${c.templateId}`,
    suggestion: "GET /api/v1/template/get_all_templates lists the templates; omit templateId for the default phone",
  },
  template_unavailable: {
    status: 503,
    message: (c) =>
      `Template ${c.templateId} is not available now: ${c.detail}. Choose another, or ask the server's operator`,
    suggestion: "GET /api/v1/template/get_all_templates gives the reasons in `missing`",
  },
  api_key_limit: {
    status: 409,
    message: () => `Limit of ${API_KEYS_PER_ORGANIZATION} API keys per team reached. Delete one and try again`,
  },
  had_api_keys: {
    status: 409,
    message: () => "This team had API keys before, so no first key is created automatically",
  },
  api_key_not_found: { status: 404, message: (c) => `No API key ${c.apiKeyId} in this team` },
  webhook_limit: {
    status: 409,
    message: () => `Limit of ${WEBHOOKS_PER_ORGANIZATION} webhooks per team reached. Delete one and try again`,
  },
  webhook_not_found: { status: 404, message: (c) => `No webhook ${c.webhookId} in this team` },
  webhook_delivery_not_found: { status: 404, message: (c) => `No delivery ${c.deliveryId} of this webhook` },
  webhook_queue_full: {
    status: 429,
    message: () => `Limit of ${WEBHOOK_LIMITS.waiting} waiting deliveries per team reached`,
    suggestion: "Fix or disable the webhook whose receiver does not respond",
  },
  webhook_url_refused: {
    status: 400,
    message: (c) => `Events cannot be sent to ${c.url}: ${c.detail}`,
    suggestion: "Use a public https address; the server's operator can allow others (TERRARIUM_WEBHOOK_EGRESS=all)",
  },
  device_failed: {
    status: 502,
    message: (c) => `The device of sandbox ${c.sandboxId} did not respond: ${c.detail ?? "unknown cause"}`,
    suggestion: "Try again. If it fails again, create another sandbox",
  },
  device_busy: {
    status: 429,
    message: (c) => `The device of sandbox ${c.sandboxId} is busy; try again in ${c.retryAfterSeconds} s`,
  },
  socket_limit: {
    status: 429,
    message: (c) => `Limit of ${c.limit} open screens, shells, logs and connections reached; close one and try again`,
  },
  events_unread: {
    status: 429,
    message: () => "The events were read too slowly. Connect again, with the id of the last event",
  },
  wait_timeout: {
    status: 408,
    message: (c) => `Waited ${c.timeoutS} s in vain for the ${c.what} in sandbox ${c.sandboxId}: ${c.detail}`,
    suggestion: "Read the screen to see the current state, or wait again",
  },
  port_private: {
    status: 401,
    message: (c) => `Port ${c.port} of this sandbox is private, or the sandbox does not exist`,
    suggestion: "Open the port from the console, or send `Authorization: Bearer` with an API key of the team",
  },
  port_limit: {
    status: 409,
    message: () =>
      `Limit of ${PORT_LIMITS.publicPerSandbox} public ports per sandbox reached. Make one private and try again`,
  },
  port_unreachable: { status: 502, message: (c) => `Port ${c.port} of this sandbox did not answer: ${c.detail}` },
  outside_screen: {
    status: 400,
    message: (c) => `(${c.x}, ${c.y}) is outside the screen, which is ${c.widthPx} pixels wide and ${c.heightPx} high`,
    suggestion: "GET /api/v1/boxes/{boxId} returns the screen size in config.resolution",
  },
  element_changed: {
    status: 409,
    message: (c) => `The screen does not show ${c.element}: ${c.detail}`,
    suggestion: "Read the screen again (POST /api/v1/boxes/{boxId}/actions/elements/detect) and choose another element",
  },
  no_model: {
    status: 422,
    message: (c) =>
      `${c.asked} requires a vision model, which this product does not include. Use a selector: {"target": {"selector": {"text": "Send"}}}`,
    suggestion:
      "A selector accepts text, textContains, id, description, class and index. Elements from elements/detect and coordinates are also accepted",
  },
  not_recording: {
    status: 409,
    message: (c) => `The screen of sandbox ${c.sandboxId} is not being recorded`,
    suggestion: "Start a recording or enable rewind first",
  },
  recording_unavailable: {
    status: 422,
    message: (c) => `The screen of sandbox ${c.sandboxId} cannot be recorded: ${c.detail}`,
    suggestion: "Take screenshots instead, or use a template whose devices encode H.264",
  },
  adb_withheld: {
    status: 409,
    message: (c) => `The device of sandbox ${c.sandboxId} is an attached phone; its ADB is not available`,
    suggestion: "Use the calls for shell, files, apps and input, or a template of another provider",
  },
  device_start_failed: {
    status: 503,
    message: (c) => `The device could not be started: ${c.detail ?? "unknown cause"}`,
    suggestion: "Try again",
  },
  provider_unavailable: {
    status: 503,
    message: (c) =>
      `The devices of provider ${c.provider} cannot be reached at the moment (${c.detail}); running sandboxes continue. Try again in a minute, or ask the server's operator`,
  },
  not_possible: { status: 422, message: (c) => `${c.what} is not possible here: ${c.detail}` },
  file_not_found: { status: 404, message: (c) => `No file ${c.path} on the device` },
  egress_off: {
    status: 409,
    message: () =>
      "Devices of this server have no network access, so a proxy has no effect. The operator can enable access with TERRARIUM_DEVICE_EGRESS",
  },
  proxy_not_set: {
    status: 404,
    message: () => "The device has no proxy",
    suggestion: "To set one, send POST to the URL of this request",
  },
  browser_closed: {
    status: 409,
    message: (c) => `The browser of sandbox ${c.sandboxId} is not open: ${c.detail}`,
    suggestion: "Open it with POST /api/v1/boxes/{boxId}/browser/open",
  },
  tab_not_found: {
    status: 404,
    message: (c) => `The browser has no tab ${c.tabId}`,
    suggestion: "GET /api/v1/boxes/{boxId}/browser/tabs lists them",
  },
  page_failed: { status: 422, message: (c) => `The browser could not show ${c.url}: ${c.detail}` },
  app_not_found: { status: 404, message: (c) => `No package ${c.packageName} on the device` },
  app_refused: { status: 422, message: (c) => `The device could not ${c.action} ${c.packageName}: ${c.detail}` },
  file_exists: { status: 409, message: (c) => `${c.path} already exists on the device` },
  file_refused: { status: 409, message: (c) => `The device refused ${c.path}: ${c.detail}` },
  folder_too_large: {
    status: 422,
    message: (c) => `${c.path} has more than ${BOX_FILE_LIMITS.listed} files, the limit of a listing`,
    suggestion: "List a subfolder or use less depth; a command such as ls can list part of a folder",
  },
  oauth_failed: { status: 400, message: (c) => `${c.provider} did not accept the sign-in: ${c.detail}` },
  oauth_not_configured: { status: 404, message: (c) => `Sign-in with ${c.provider} is not configured on this server` },
  run_limit: {
    status: 429,
    message: (c) => `Limit of ${c.limit} running scripts per team reached. Stop one and try again`,
  },
  user_run_limit: {
    status: 429,
    message: (c) => `Limit of ${c.limit} running scripts in all your teams reached. Stop one and try again`,
  },
  run_capacity: { status: 503, message: (c) => `This server already runs ${c.limit} scripts; try again in a moment` },
  storage_limit: {
    status: 409,
    message: (c) => `Nothing more can be stored for sandbox ${c.sandboxId}: ${c.detail}`,
  },
  object_not_found: {
    status: 404,
    message: (c) => `Sandbox ${c.sandboxId} has no stored object ${c.storageKey}; it may have been deleted`,
  },
  snapshot_not_found: {
    status: 404,
    message: (c) => `Your team has no snapshot called ${c.name}`,
    suggestion: "GET /api/v1/snapshots lists the snapshots of your team",
  },
  snapshot_exists: {
    status: 409,
    message: (c) => `A snapshot called ${c.name} already exists or is being created. Delete it, or choose another name`,
  },
  snapshot_limit: { status: 409, message: (c) => `The snapshot was not created: ${c.detail}` },
  address_expired: {
    status: 403,
    message: () =>
      "This address is incomplete or has expired. Request a new one with the storage key (call getPresignedUrl)",
  },
  no_space: {
    status: 507,
    message: () =>
      "The server's disk has no space for another sandbox. Delete unused sandboxes, or ask the server's operator to free space",
  },
  disk_full: {
    status: 507,
    message: () =>
      "The server's disk is full, so nothing was stored. Delete unused sandboxes, or ask the server's operator to free space",
  },
  too_many_open_files: {
    status: 503,
    message: () => "The server has reached its limit of open files and connections; try again in a moment",
  },
  rate_limited: { status: 429, message: (c) => `Too many requests; try again in ${c.retryAfterSeconds} s` },
  database_unavailable: {
    status: 503,
    message: () => "The server cannot reach its database at the moment; try again in a few seconds",
  },
  shutting_down: { status: 503, message: () => "The server is shutting down; try again" },
  internal: {
    status: 500,
    message: (c) => `Internal error; quote request id ${c.requestId ?? "(none)"}`,
    suggestion: "Try again. If it fails again, report it",
  },
});

export type ErrorCode = keyof typeof ERRORS;

/** Tells clients whether to retry a request, where they would decide by its status alone. */
export const RETRY_HEADER = "x-should-retry";

/** Returns whether a retry would fail in the same way. Clients that decide by the status retry 408 and 409. */
export const isInVain = (code: ErrorCode): boolean => ERRORS[code].status === 409 || code === "start_timeout";
