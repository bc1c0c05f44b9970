import type { ErrorCode } from "./errors.ts";

/** The entry of an error in the documentation (`/docs/reference/errors`), in Markdown with links from that page. */
export interface ErrorEntry {
  /** Cause of the error. */
  meaning: string;
  /** Next step for the caller. Default: the `suggestion` of the error. */
  remedy?: string;
}

/** The entry of every error. Apart from `ERRORS`, because clients contain those. */
export const ERROR_GUIDE: Readonly<Record<ErrorCode, ErrorEntry>> = {
  invalid_request: {
    meaning:
      "A field is missing, wrong or unknown. The message names it, and the nearest known name of an unknown field",
  },
  invalid_json: { meaning: "The body is not JSON", remedy: "Send valid JSON" },
  body_too_large: { meaning: "The body is too large", remedy: "Send less, or upload files through the file calls" },
  body_too_slow: { meaning: "The body arrives too slowly", remedy: "Send the request again" },
  body_encoded: { meaning: "The body is compressed (`Content-Encoding`)" },
  unauthorized: {
    meaning:
      'The token is missing, unknown or expired. If a token was sent, `WWW-Authenticate` contains `error="invalid_token"`, as for every 401',
  },
  session_required: { meaning: "An API key made a call that needs a signed-in user" },
  scope_required: { meaning: "The API key's scope is insufficient. The message names the required one" },
  api_key_expired: { meaning: "The API key has expired" },
  forbidden_origin: {
    meaning: "A page of another origin sent the request",
    remedy: "Call from your own server, or from a page of this server",
  },
  not_found: { meaning: "No such path" },
  organization_not_found: {
    meaning: "No such team, or the caller is not a member",
    remedy: "List your teams with `GET /api/v1/organization/get_my_organization_list`",
  },
  role_required: { meaning: "Only owners and admins may do this", remedy: "Ask an owner or admin of the team" },
  budget_exceeded: {
    meaning: "The team's budget limit is reached",
    remedy: "Raise the limit on the Budget page, or wait for the next month",
  },
  payments_not_configured: {
    meaning: "The server does not accept payments",
    remedy: "Ask the operator to set `STRIPE_SECRET_KEY` and `STRIPE_WEBHOOK_SECRET`",
  },
  payments_disconnected: {
    meaning: "Stripe manages the plan, but the operator removed the key",
    remedy: "Ask the operator to change or cancel the plan",
  },
  payments_failed: { meaning: "Stripe rejected the request", remedy: "Try again, or ask the operator" },
  already_pro: { meaning: "The team is already on Pro", remedy: "Nothing to do" },
  not_pro: { meaning: "The team is not on Pro", remedy: "Upgrade the team first" },
  webhook_refused: {
    meaning: "The signature of Stripe's event is invalid",
    remedy: "Operator: check `STRIPE_WEBHOOK_SECRET`",
  },
  invoice_not_found: { meaning: "No such invoice in the team", remedy: "List the invoices with `get_billing`" },
  owner_required: { meaning: "Only the owner of the team may do this", remedy: "Ask the owner" },
  own_role: { meaning: "Users cannot change their own role", remedy: "Transfer the team to another member" },
  owner_cannot_leave: {
    meaning: "The owner tries to leave the team",
    remedy: "Transfer the team to another member, or disband it",
  },
  member_not_found: { meaning: "No such member in the team", remedy: "List the members of the team" },
  already_owner: { meaning: "A transfer to the current owner", remedy: "Nothing to do" },
  already_member: { meaning: "The user is already in the team", remedy: "Nothing to do" },
  member_limit: { meaning: "The team is full", remedy: "Remove a member, or use another team" },
  organization_limit: { meaning: "The user has the maximum number of teams", remedy: "Leave or disband a team" },
  invite_link_limit: {
    meaning: "The team has the maximum number of unexpired invite links",
    remedy: "Delete a link",
  },
  invite_link_expiry: {
    meaning: "The lifetime of the invite link is out of range",
    remedy: "Give the end in epoch seconds, within the [limits](limits.md)",
  },
  invite_link_not_found: { meaning: "No such invite link in the team", remedy: "List the links of the team" },
  invite_link_unknown: { meaning: "No team has this code", remedy: "Check the code, or ask for a new one" },
  invite_link_expired: { meaning: "The invite link has expired", remedy: "Ask for a new one" },
  invite_code_unknown: { meaning: "The operator's invite code is unknown", remedy: "Check the code for a typo" },
  invite_code_used: { meaning: "The invite code has no uses left", remedy: "Ask the operator for a new one" },
  invite_code_expired: { meaning: "The invite code has expired", remedy: "Ask the operator for a new one" },
  invite_required: {
    meaning: "The alpha host requires an invite code",
    remedy: "Redeem a code at `/invite-code`",
  },
  sandbox_not_found: { meaning: "No such sandbox, or it belongs to another team" },
  sandbox_not_running: { meaning: "The sandbox starts, is stopped or has ended. The message has the reason" },
  start_timeout: { meaning: "The device was not ready in time. The sandbox was removed" },
  cannot_stop: { meaning: "Sandboxes of this template cannot be stopped. The message has the reason" },
  device_type_unavailable: {
    meaning: "The server has no device of this type, or the template has another type",
    remedy: "Omit the type, or choose a template with it",
  },
  sandbox_limit: { meaning: "The team has reached the plan's number of sandboxes" },
  user_sandbox_limit: { meaning: "The user has reached the number of sandboxes in all Hobby teams" },
  idempotency_conflict: {
    meaning: "The `Idempotency-Key` was used with another request",
    remedy: "Use a separate key for each operation",
  },
  template_not_found: { meaning: "No such template" },
  template_unavailable: { meaning: "The template's devices have missing requirements. The message names them" },
  api_key_limit: { meaning: "The team has the maximum number of API keys", remedy: "Delete a key" },
  had_api_keys: {
    meaning: "Only a team without any previous key gets an automatic first one",
    remedy: "Create a key without `onlyFirst`",
  },
  api_key_not_found: { meaning: "No such API key in the team", remedy: "List the keys of the team" },
  webhook_limit: { meaning: "The team has the maximum number of webhooks", remedy: "Delete a webhook" },
  webhook_not_found: { meaning: "No such webhook in the team", remedy: "List the webhooks of the team" },
  webhook_delivery_not_found: {
    meaning: "No such delivery of the webhook",
    remedy: "List the deliveries. Old ones are removed",
  },
  webhook_queue_full: { meaning: "The team has the maximum number of waiting deliveries" },
  webhook_url_refused: { meaning: "The address is not https, or not on the public internet" },
  device_failed: { meaning: "The device did not respond" },
  device_busy: { meaning: "The device has too many requests", remedy: "Retry after the delay in `Retry-After`" },
  socket_limit: {
    meaning: "Too many screens, shells, logs, browser connections or connections to ports are open",
    remedy: "Close one",
  },
  events_unread: {
    meaning: "A client read a stream of events too slowly. It is the reason in the stream's last message",
    remedy: "Read faster, and connect again with `Last-Event-ID`",
  },
  wait_timeout: { meaning: "What `wait-for` names did not appear within its `timeout`" },
  port_private: {
    meaning: "The port of a box is private, and the request names no caller",
    remedy:
      "Send an API key, open the port from the console, or [make it public](../guide/ports.md#make-a-port-public)",
  },
  port_limit: { meaning: "The sandbox has the maximum number of public ports", remedy: "Make a port private" },
  port_unreachable: {
    meaning: "No program listens on the port, or it did not answer in HTTP",
    remedy: "Check that the program runs and listens on the port",
  },
  outside_screen: { meaning: "A tap or swipe is outside the screen" },
  element_changed: { meaning: "An element has moved or disappeared. The message describes the current screen" },
  no_model: { meaning: "The call describes an element in words, or extracts data from a screen" },
  not_recording: { meaning: "No recording was started, or rewind is off" },
  recording_unavailable: { meaning: "The screen consists of images, or its codec cannot be recorded" },
  adb_withheld: { meaning: "An attached phone does not expose ADB" },
  device_start_failed: { meaning: "The device could not be started" },
  provider_unavailable: {
    meaning: "The engine of the template's devices does not respond",
    remedy: "Try again in a minute, or ask the operator. Running sandboxes continue",
  },
  not_possible: {
    meaning: "The device does not support the call. The message has the reason",
    remedy: "Use a template with such a device",
  },
  file_not_found: { meaning: "No such file on the device", remedy: "List its folder" },
  egress_off: {
    meaning: "Devices of this server have no network access",
    remedy: "Ask the operator to set `TERRARIUM_DEVICE_EGRESS`",
  },
  proxy_not_set: { meaning: "The device has no proxy" },
  browser_closed: { meaning: "The box's browser was closed" },
  tab_not_found: { meaning: "No such tab in the browser" },
  page_failed: {
    meaning: "The browser cannot show the page. The message has its reason",
    remedy: "Check the address, and the network access of devices",
  },
  app_not_found: { meaning: "No such package on the device", remedy: "List the packages" },
  app_refused: {
    meaning: "The device did not open, install or uninstall an app. The message has the reason",
    remedy: "Fix the named reason",
  },
  file_exists: {
    meaning: "A file or folder with this name exists on the device",
    remedy: "Delete it, or choose another name",
  },
  file_refused: {
    meaning: "The device refused the file operation. The message has the reason",
    remedy: "Use another path, such as one in the working folder",
  },
  folder_too_large: { meaning: "The folder has more files than one listing can return" },
  oauth_failed: { meaning: "The identity provider rejected the sign-in", remedy: "Sign in again" },
  oauth_not_configured: {
    meaning: "The identity provider is not configured",
    remedy: "Sign in with another provider, or ask the operator",
  },
  run_limit: { meaning: "The team runs the maximum number of scripts", remedy: "Stop a script" },
  user_run_limit: { meaning: "The user runs the maximum number of scripts in all teams", remedy: "Stop a script" },
  run_capacity: { meaning: "The server runs the maximum number of scripts", remedy: "Try again in a moment" },
  storage_limit: {
    meaning: "A file is too large, or recordings in progress fill the storage. The message names the limit",
    remedy: "Stop a recording, or record for a shorter time",
  },
  object_not_found: {
    meaning: "Nothing is stored under the key. The file may have been deleted",
    remedy: "Take the screenshot or recording again",
  },
  snapshot_not_found: { meaning: "The team has no snapshot with this name" },
  snapshot_exists: {
    meaning: "The team has a snapshot with this name, or is creating one",
    remedy: "Delete it, or choose another name",
  },
  snapshot_limit: {
    meaning: "Too many snapshots, too many bytes of the team or the user, or the read took too long",
    remedy: "Delete snapshots, or files of the box",
  },
  address_expired: {
    meaning: "The address of a stored file has expired or is incomplete",
    remedy: "Request a new address with the storage key",
  },
  no_space: {
    meaning: "The server's disk has no space for another device",
    remedy: "Delete sandboxes, or ask the operator to free space",
  },
  disk_full: {
    meaning: "The server's disk or database is full",
    remedy: "Delete sandboxes, or ask the operator to free space",
  },
  too_many_open_files: { meaning: "The server has too many open files", remedy: "Try again in a moment" },
  rate_limited: {
    meaning: "Too many calls in a minute, or too many request bodies in transit",
    remedy: "Retry after the delay in `Retry-After`",
  },
  database_unavailable: {
    meaning: "The server cannot reach its database",
    remedy: "Try again in a few seconds",
  },
  shutting_down: { meaning: "The server is shutting down", remedy: "Try again" },
  internal: { meaning: "A server error" },
};
