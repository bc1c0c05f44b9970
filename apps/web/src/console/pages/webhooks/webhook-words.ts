import type { WebhookDelivery, WebhookEventType, WebhookFailure } from "@terrarium/contract/webhooks";
import { type Label, t } from "../../../language/text.ts";

/** What a person reads beside the name of an event. */
export const EVENT_MEANINGS: Readonly<Record<WebhookEventType, Label>> = {
  "box.started": "A sandbox was asked for",
  "box.ready": "Its device is ready",
  "box.ended": "It has ended, and why",
  "box.action_failed": "Something could not be done on it",
};

const FAILURES: Readonly<Record<WebhookFailure, Label>> = {
  unknown_host: "The host is not known",
  address_not_allowed: "The address is not on the public internet",
  unreachable: "No connection",
  timeout: "No answer in time",
  bad_certificate: "The certificate is not accepted",
  bad_answer: "The answer is not HTTP",
  redirect: "It redirects, which is not followed",
  disabled: "The webhook is disabled",
  secret_unreadable: "Its secret cannot be read: give it a new one",
};

/** How the last attempt ended: a status, or why there is none. */
export function attemptWords({ status, failure }: Pick<WebhookDelivery, "status" | "failure">): string {
  const why = failure === null ? undefined : t(FAILURES[failure]);
  if (status === null) return why ?? "-";
  return why === undefined ? String(status) : `${status} · ${why}`;
}

export const STATES: Readonly<Record<WebhookDelivery["state"], Label>> = {
  waiting: "Waiting",
  delivered: "Delivered",
  failed: "Given up",
};
