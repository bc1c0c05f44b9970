import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BodyInputOf } from "@terrarium/contract/endpoint";
import {
  createWebhook,
  deleteWebhook,
  getWebhookDeliveries,
  getWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from "@terrarium/contract/webhooks";
import { call } from "./call.ts";
import { OTHERS_INTERVAL_MS } from "./query-client.ts";
import { useChange } from "./use-change.ts";

/** Polling interval for deliveries, in milliseconds. */
const DELIVERIES_INTERVAL_MS = 3_000;

const keyOf = (organizationId: string) => ["webhooks", organizationId];
const deliveriesKeyOf = (organizationId: string, webhookId: string) => ["deliveries", organizationId, webhookId];

export const useWebhooks = (organizationId: string) =>
  useQuery({
    queryKey: keyOf(organizationId),
    queryFn: ({ signal }) => call(getWebhooks, { body: { organizationId }, signal }),
    // Other members change webhooks, and the server disables webhooks with a missing receiver.
    refetchInterval: OTHERS_INTERVAL_MS,
  });

/** Queries a webhook's deliveries, newest first, page by page. Polls while mounted. */
export const useDeliveries = (organizationId: string, webhookId: string) =>
  useInfiniteQuery({
    queryKey: deliveriesKeyOf(organizationId, webhookId),
    queryFn: ({ signal, pageParam }) =>
      call(getWebhookDeliveries, {
        body: { organizationId, webhookId, ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
    refetchInterval: DELIVERIES_INTERVAL_MS,
  });

/** Returns the mutations of a team's webhooks. Each one refetches the displayed data. */
export function useWebhookChanges(organizationId: string) {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: keyOf(organizationId) });
  const onSent = (_sent: unknown, { webhookId }: { webhookId: string }) =>
    queries.invalidateQueries({ queryKey: deliveriesKeyOf(organizationId, webhookId) });
  return {
    create: useChange({
      mutationFn: (webhook: Omit<BodyInputOf<typeof createWebhook>, "organizationId">) =>
        call(createWebhook, { body: { organizationId, ...webhook } }),
      onSuccess,
    }),
    update: useChange({
      mutationFn: (change: Omit<BodyInputOf<typeof updateWebhook>, "organizationId">) =>
        call(updateWebhook, { body: { organizationId, ...change } }),
      onSuccess,
    }),
    rotate: useChange({
      mutationFn: (webhookId: string) => call(rotateWebhookSecret, { body: { organizationId, webhookId } }),
      onSuccess,
    }),
    remove: useChange({
      mutationFn: (webhookId: string) => call(deleteWebhook, { body: { organizationId, webhookId } }),
      onSuccess,
    }),
    test: useChange({
      mutationFn: ({ webhookId }: { webhookId: string }) => call(testWebhook, { body: { organizationId, webhookId } }),
      onSuccess: onSent,
    }),
    replay: useChange({
      mutationFn: (delivery: { webhookId: string; deliveryId: string }) =>
        call(replayWebhookDelivery, { body: { organizationId, ...delivery } }),
      onSuccess: onSent,
    }),
  };
}
