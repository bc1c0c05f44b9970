import type { Webhook } from "@terrarium/contract/webhooks";

/** Returns a working webhook in the server's format. */
export const testWebhook = (id: string, url: string): Webhook => ({
  id,
  url,
  events: ["box.ended"],
  enabled: true,
  createdAt: "2026-11-21T10:00:00Z",
  updatedAt: "2026-11-21T10:00:00Z",
  oldSecretUntil: null,
  failing: null,
  gaveUpAt: null,
  droppedAt: null,
});
