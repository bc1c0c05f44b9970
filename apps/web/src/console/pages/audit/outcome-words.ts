import type { ErrorCode } from "@terrarium/contract/errors";
import { OUTCOME_OK } from "@terrarium/contract/outcome";
import { type Label, t } from "../../../language/text.ts";

const ERROR_WORDS: Record<ErrorCode, Label> = {
  invalid_request: "Request not understood",
  invalid_json: "Request was not JSON",
  body_too_large: "Request too large",
  body_too_slow: "Request came too slowly",
  unauthorized: "Not signed in",
  session_required: "Only for signed-in people",
  forbidden_origin: "Sent by another website",
  not_found: "No such call",
  organization_not_found: "No such team",
  role_required: "Role not sufficient",
  budget_exceeded: "Budget reached",
  payments_not_configured: "Server takes no payments",
  payments_failed: "Payment service refused",
  already_pro: "Already on the Pro plan",
  webhook_refused: "Signature does not fit",
  invoice_not_found: "No such invoice",
  owner_required: "Only for the owner",
  own_role: "Own role cannot be changed",
  owner_cannot_leave: "The owner cannot leave",
  member_not_found: "No such member",
  already_owner: "Already the owner",
  already_member: "Already a member",
  member_limit: "Member limit reached",
  organization_limit: "Team limit reached",
  invite_link_limit: "Invite link limit reached",
  invite_link_expiry: "Expiry not possible",
  invite_link_not_found: "No such invite link",
  invite_link_unknown: "No such invite",
  invite_link_expired: "Invite has expired",
  invite_code_unknown: "No such invite code",
  invite_code_used: "Invite code already used",
  invite_code_expired: "Invite code has expired",
  invite_required: "Invite code needed",
  sandbox_not_found: "No such sandbox",
  sandbox_not_running: "Sandbox not running",
  sandbox_limit: "Sandbox limit reached",
  idempotency_conflict: "Its key was used for another request",
  template_not_found: "No such template",
  api_key_limit: "API key limit reached",
  api_key_not_found: "No such API key",
  device_failed: "Device did not answer",
  device_busy: "Device was busy",
  socket_limit: "Too many connections open",
  outside_screen: "Outside the screen",
  device_start_failed: "Device did not start",
  provider_unavailable: "Devices not reachable",
  file_not_found: "No such file",
  file_refused: "Device refused the file",
  oauth_failed: "Sign-in not accepted",
  oauth_not_configured: "Sign-in not configured",
  run_limit: "Script limit reached",
  user_run_limit: "Personal script limit reached",
  run_capacity: "Server ran too many scripts",
  no_space: "No room on the server",
  disk_full: "The server's disk was full",
  too_many_open_files: "Server had too many files open",
  rate_limited: "Too many requests",
  database_unavailable: "Database not reachable",
  shutting_down: "Server was shutting down",
  internal: "Internal error",
};

const isKnown = (code: string): code is ErrorCode => Object.hasOwn(ERROR_WORDS, code);

/** How a call ended, in a few words; of a code that another version of the server wrote no more than that it did not go well. */
export function outcomeWords(outcome: string): string {
  if (outcome === OUTCOME_OK) return t("Done");
  return isKnown(outcome) ? t(ERROR_WORDS[outcome]) : t("Refused");
}
