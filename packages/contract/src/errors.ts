import {
  API_KEYS_PER_ORGANIZATION,
  BOX_FILE_LIMITS,
  INVITE_EXPIRY_DAYS,
  INVITE_LINKS_PER_ORGANIZATION,
  MEMBERS_PER_ORGANIZATION,
  ORGANIZATIONS_PER_USER,
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
    message: (c) => `Invalid request: ${c.detail ?? "see the API document"}`,
    suggestion: "GET /api/v1/openapi.json says what each call takes",
  },
  invalid_json: { status: 400, message: () => "The request body is not valid JSON" },
  body_too_large: { status: 413, message: (c) => `The request body is larger than ${c.limitBytes} bytes` },
  body_too_slow: { status: 408, message: () => "The request came too slowly to wait for the rest; send it again" },
  body_encoded: {
    status: 415,
    message: (c) => `Bodies are taken as they are, and this one is encoded ("${c.encoding}")`,
    suggestion: "Send the body uncompressed, without Content-Encoding",
  },
  unauthorized: {
    status: 401,
    message: (c) => `Not authorized: ${c.problem ?? UNAUTHORIZED.session}`,
    suggestion: "Send `Authorization: Bearer` with an API key of the team (API Keys in the console) or a session token",
  },
  session_required: {
    status: 403,
    message: () => "This call needs a signed-in user; API keys are not accepted here",
    suggestion: "Sign in to the console to do this",
  },
  scope_required: {
    status: 403,
    message: (c) => `This call needs the scope "${c.scope}", and the key or token that came with it has "${c.held}"`,
    suggestion: "Use an API key with that scope (API Keys in the console)",
  },
  api_key_expired: {
    status: 401,
    message: (c) => `This API key expired at ${inUtc(c.expiredAt)}`,
    suggestion: "Make another one (API Keys in the console)",
  },
  forbidden_origin: { status: 403, message: (c) => `Requests from ${c.origin} are not accepted` },
  not_found: {
    status: 404,
    message: (c) => `Nothing is served at ${c.path}`,
    suggestion: "GET /api/v1/openapi.json lists every call",
  },
  organization_not_found: { status: 404, message: (c) => `No team ${c.organizationId} that you belong to` },
  role_required: { status: 403, message: (c) => `Only ${c.roles} of this team may do this` },
  budget_exceeded: {
    status: 402,
    message: (c) =>
      `The team's budget of $${c.limitDollars} for this month is reached (used: $${c.usedDollars}): no new sandboxes and no API requests until the limit is raised on the Budget page or the next month begins (${inUtc(c.resetsAt)})`,
  },
  payments_not_configured: {
    status: 409,
    message: () =>
      "The Pro plan cannot be bought here yet: this server takes no payments. Ask whoever runs it; if that is you, its README says how to set payments up",
  },
  payments_disconnected: {
    status: 409,
    message: () =>
      "The team's Pro plan is managed at Stripe, to which this server is not connected now; the plan itself goes on there. Ask whoever runs the server to change or end it",
  },
  payments_failed: { status: 502, message: (c) => `Stripe did not accept the request: ${c.detail}` },
  already_pro: { status: 409, message: () => "This team is already on the Pro plan" },
  not_pro: { status: 409, message: () => "This team is not on the Pro plan" },
  webhook_refused: { status: 400, message: () => "The webhook's signature does not fit; check STRIPE_WEBHOOK_SECRET" },
  invoice_not_found: { status: 404, message: (c) => `No invoice ${c.invoiceId} in this team` },
  /** `action` is one of OWNER_ACTIONS (contract/organization). */
  owner_required: { status: 403, message: (c) => `only owner can ${c.action}` },
  own_role: { status: 403, message: () => "don't change your own role" },
  owner_cannot_leave: { status: 409, message: () => "Organization owner cannot leave the organization" },
  member_not_found: { status: 404, message: (c) => `No member ${c.userId} in this team` },
  already_owner: { status: 409, message: () => "This team is yours already" },
  already_member: { status: 409, message: (c) => `You already belong to ${c.name}` },
  member_limit: {
    status: 409,
    message: () => `This team has ${MEMBERS_PER_ORGANIZATION} members, which is the most that a team can have`,
  },
  organization_limit: {
    status: 409,
    message: () => `You belong to ${ORGANIZATIONS_PER_USER} teams, which is the most; leave or disband one first`,
  },
  invite_link_limit: {
    status: 409,
    message: () => `This team has ${INVITE_LINKS_PER_ORGANIZATION} invite links, which is the most; delete one first`,
  },
  invite_link_expiry: {
    status: 400,
    message: () =>
      `expiresAt: an invite link lasts ${INVITE_EXPIRY_DAYS.min} to ${INVITE_EXPIRY_DAYS.max} days; give the end in epoch seconds`,
  },
  invite_link_not_found: { status: 404, message: (c) => `No invite link ${c.inviteId} in this team` },
  invite_link_unknown: {
    status: 404,
    message: () => "No team invites with this code: check it for a typo, or ask for a new one",
  },
  invite_link_expired: { status: 410, message: () => "This invite has expired: ask for a new one" },
  invite_code_unknown: { status: 404, message: () => "This invite code is not valid: check it for a typo" },
  invite_code_used: { status: 410, message: () => "This invite code has been used already" },
  invite_code_expired: { status: 410, message: () => "This invite code has expired" },
  invite_required: { status: 403, message: () => "An invite code is needed here: enter yours at /invite-code" },
  sandbox_not_found: {
    status: 404,
    message: (c) => `No sandbox ${c.sandboxId} in your teams`,
    suggestion: "GET /api/v1/boxes lists the sandboxes of your team",
  },
  sandbox_not_running: {
    status: 409,
    message: (c) => `Sandbox ${c.sandboxId} is not running: ${c.reason ?? "it has ended"}`,
    suggestion:
      "Create another with POST /api/v1/boxes/android; one that is stopped runs again after POST /api/v1/boxes/{boxId}/start",
  },
  start_timeout: {
    status: 408,
    message: (c) =>
      `The device was not ready within ${c.timeoutS} s, so the sandbox was removed; it is not charged and does not count`,
    suggestion: "Give a longer `timeout` (at most 5m), or `wait: false` and ask for its status",
  },
  cannot_stop: {
    status: 409,
    message: (c) => `Sandboxes of template ${c.templateId} cannot be stopped and started again: ${c.detail}`,
    suggestion: "End it, or use a template whose provider is `embedded` or `docker`; templates name theirs",
  },
  device_type_unavailable: { status: 422, message: (c) => `No ${c.deviceType} device can be had: ${c.detail}` },
  sandbox_limit: {
    status: 429,
    message: (c) =>
      `Sandbox number limit reached: your plan runs up to ${c.limit ?? SANDBOX_LIMIT.hobby} sandboxes at once; delete one to go on`,
    suggestion: "End a sandbox with POST /api/v1/boxes/{boxId}/terminate, or use a running one with `reuse`",
  },
  user_sandbox_limit: {
    status: 429,
    message: (c) =>
      `You have ${c.limit} sandboxes in all teams on the Hobby plan together, which is the most; delete one to go on`,
    suggestion: "End a sandbox with POST /api/v1/boxes/{boxId}/terminate, in whichever of your teams",
  },
  idempotency_conflict: {
    status: 409,
    message: () =>
      "This Idempotency-Key was sent before with another request: give each thing that is to be done a key of its own",
  },
  template_not_found: {
    status: 404,
    message: (c) => `No template ${c.templateId}`,
    suggestion:
      "GET /api/v1/template/get_all_templates lists the templates; leave templateId out for the phone that every server has",
  },
  template_unavailable: {
    status: 503,
    message: (c) =>
      `No sandbox can be made of template ${c.templateId} now: ${c.detail}. Choose another, or ask the server's operator`,
    suggestion: "GET /api/v1/template/get_all_templates says under `missing` what each one lacks",
  },
  api_key_limit: {
    status: 409,
    message: () => `This team has ${API_KEYS_PER_ORGANIZATION} API keys, which is the most; delete one first`,
  },
  had_api_keys: { status: 409, message: () => "This team has had API keys: it gets no first one again by itself" },
  api_key_not_found: { status: 404, message: (c) => `No API key ${c.apiKeyId} in this team` },
  webhook_limit: {
    status: 409,
    message: () => `This team has ${WEBHOOKS_PER_ORGANIZATION} webhooks, which is the most; delete one first`,
  },
  webhook_not_found: { status: 404, message: (c) => `No webhook ${c.webhookId} in this team` },
  webhook_delivery_not_found: { status: 404, message: (c) => `No delivery ${c.deliveryId} of this webhook` },
  webhook_queue_full: {
    status: 429,
    message: () => `${WEBHOOK_LIMITS.waiting} deliveries of this team are waiting, which is the most`,
    suggestion: "Mend or disable the webhook whose receiver does not answer",
  },
  webhook_url_refused: {
    status: 400,
    message: (c) => `Events cannot be sent to ${c.url}: ${c.detail}`,
    suggestion:
      "Give an https address on the internet; the server's operator may allow others (TERRARIUM_WEBHOOK_EGRESS=all)",
  },
  device_failed: {
    status: 502,
    message: (c) => `The device of sandbox ${c.sandboxId} did not answer: ${c.detail ?? "unknown cause"}`,
    suggestion: "Try again; if it goes on, create another sandbox",
  },
  device_busy: {
    status: 429,
    message: (c) =>
      `The device of sandbox ${c.sandboxId} has more to do than it can at once; try again in ${c.retryAfterSeconds} s`,
  },
  socket_limit: {
    status: 429,
    message: (c) =>
      `${c.limit} screens, shells, logs or connections to browsers are open at once, which is the most; close one first`,
  },
  outside_screen: {
    status: 400,
    message: (c) =>
      `(${c.x}, ${c.y}) is outside of the screen, which is ${c.widthPx} pixels wide and ${c.heightPx} high`,
    suggestion: "GET /api/v1/boxes/{boxId} says under config.resolution how large the screen is",
  },
  element_changed: {
    status: 409,
    message: (c) => `${c.element} is not there: ${c.detail}`,
    suggestion: "Look at the screen again (POST /api/v1/boxes/{boxId}/actions/elements/detect) and choose anew",
  },
  no_model: {
    status: 422,
    message: (c) =>
      `${c.asked} needs a model that sees, and this product ships none: name an element by a selector, {"target": {"selector": {"text": "Send"}}}`,
    suggestion:
      "A selector takes text, textContains, id, description, class and index; elements that elements/detect answered and coordinates are taken too",
  },
  not_recording: {
    status: 409,
    message: (c) => `The screen of sandbox ${c.sandboxId} is not recorded`,
    suggestion: "Start a recording, or enable rewind, first",
  },
  recording_unavailable: {
    status: 422,
    message: (c) => `The screen of sandbox ${c.sandboxId} cannot be recorded: ${c.detail}`,
    suggestion: "Take screenshots instead, or use a template whose devices encode H.264",
  },
  adb_withheld: {
    status: 409,
    message: (c) => `The device of sandbox ${c.sandboxId} is an attached phone, whose ADB is not handed out`,
    suggestion: "Use the calls for its shell, files, apps and input instead, or a template of another provider",
  },
  device_start_failed: {
    status: 503,
    message: (c) => `The device could not be started: ${c.detail ?? "unknown cause"}`,
    suggestion: "Try again",
  },
  provider_unavailable: {
    status: 503,
    message: (c) =>
      `The devices of provider ${c.provider} cannot be reached at the moment (${c.detail}); sandboxes that run go on. Try again in a minute, or ask the server's operator`,
  },
  not_possible: { status: 422, message: (c) => `${c.what} is not possible here: ${c.detail}` },
  file_not_found: { status: 404, message: (c) => `No file ${c.path} on the device` },
  egress_off: {
    status: 409,
    message: () =>
      "The programs of this server's devices reach no network, so that a proxy would serve nothing; its operator allows it with TERRARIUM_DEVICE_EGRESS",
  },
  proxy_not_set: {
    status: 404,
    message: () => "The device has no proxy",
    suggestion: "POST to the same address sets one",
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
  app_refused: { status: 422, message: (c) => `The device refused ${c.packageName}: ${c.detail}` },
  file_exists: { status: 409, message: (c) => `There is a file or folder ${c.path} on the device already` },
  file_refused: { status: 409, message: (c) => `The device refused ${c.path}: ${c.detail}` },
  folder_too_large: {
    status: 422,
    message: (c) =>
      `There are more than ${BOX_FILE_LIMITS.listed} files in ${c.path}, which is the most that is listed`,
    suggestion: "Ask for a folder in it, or for less depth; a command such as ls tells a part of one folder",
  },
  oauth_failed: { status: 400, message: (c) => `The sign-in was not accepted by ${c.provider}: ${c.detail}` },
  oauth_not_configured: { status: 404, message: (c) => `Sign-in with ${c.provider} is not configured on this server` },
  run_limit: { status: 429, message: (c) => `Your team already runs ${c.limit} scripts; stop one to go on` },
  user_run_limit: {
    status: 429,
    message: (c) => `You already run ${c.limit} scripts, in all your teams together; stop one to go on`,
  },
  run_capacity: { status: 503, message: (c) => `This server already runs ${c.limit} scripts; try again in a moment` },
  storage_limit: {
    status: 409,
    message: (c) => `Nothing more of sandbox ${c.sandboxId} can be stored: ${c.detail}`,
  },
  object_not_found: {
    status: 404,
    message: (c) => `Sandbox ${c.sandboxId} has nothing stored under ${c.storageKey}, or no longer`,
  },
  snapshot_not_found: {
    status: 404,
    message: (c) => `Your team has no snapshot called ${c.name}`,
    suggestion: "GET /api/v1/snapshots lists the snapshots of your team",
  },
  snapshot_exists: {
    status: 409,
    message: (c) => `Your team has a snapshot called ${c.name}, or makes one: delete that, or choose another name`,
  },
  snapshot_limit: { status: 409, message: (c) => `This snapshot was not made: ${c.detail}` },
  address_expired: {
    status: 403,
    message: () =>
      "This address is not whole or has expired: ask for a new one with the storage key (call getPresignedUrl)",
  },
  no_space: {
    status: 507,
    message: () =>
      "The server's disk has no room for another sandbox: delete one that is no longer needed, or ask the server's operator to free space",
  },
  disk_full: {
    status: 507,
    message: () =>
      "The server's disk is full, so this was not stored: delete sandboxes that are no longer needed, or ask the server's operator to free space",
  },
  too_many_open_files: {
    status: 503,
    message: () => "The server has as many files and connections open as it may; try again in a moment",
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
    suggestion: "Try again; if it goes on, report it",
  },
});

export type ErrorCode = keyof typeof ERRORS;

/** Tells clients whether to retry a request, where they would decide by its status alone. */
export const RETRY_HEADER = "x-should-retry";

/** Returns whether a retry would fail in the same way. Clients that decide by the status retry 408 and 409. */
export const isInVain = (code: ErrorCode): boolean => ERRORS[code].status === 409 || code === "start_timeout";
