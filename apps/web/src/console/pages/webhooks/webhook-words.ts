import type { WebhookDelivery, WebhookEventType, WebhookFailure } from "@terrarium/contract/webhooks";
import { type Label, t } from "../../../language/text.ts";

/** Description of each event type. */
export const EVENT_MEANINGS: Readonly<Record<WebhookEventType, Label>> = {
  "box.started": "A sandbox was requested",
  "box.ready": "The device is ready",
  "box.ended": "The sandbox ended, with the reason",
  "box.action_failed": "An action failed",
};

const FAILURES: Readonly<Record<WebhookFailure, Label>> = {
  unknown_host: "Unknown host",
  address_not_allowed: "The address is not on the public internet",
  unreachable: "No connection",
  timeout: "Timed out",
  bad_certificate: "Invalid certificate",
  bad_answer: "The response is not HTTP",
  redirect: "Redirects are not followed",
  disabled: "The webhook is disabled",
  secret_unreadable: "The secret cannot be read: rotate it",
};

/** Returns the result of the last attempt: a status, or the reason why there is none. */
export function attemptWords({ status, failure }: Pick<WebhookDelivery, "status" | "failure">): string {
  const why = failure === null ? undefined : t(FAILURES[failure]);
  if (status === null) return why ?? "-";
  return why === undefined ? String(status) : `${status} · ${why}`;
}

export const STATES: Readonly<Record<WebhookDelivery["state"], Label>> = {
  waiting: "Waiting",
  delivered: "Delivered",
  failed: "Abandoned",
};
