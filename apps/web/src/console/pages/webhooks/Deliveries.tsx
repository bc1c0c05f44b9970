import type { Webhook, WebhookDelivery } from "@terrarium/contract/webhooks";
import { ChevronRight, RefreshCw, Send } from "lucide-react";
import { useId, useState } from "react";
import { useDeliveries, useWebhookChanges } from "../../../api/webhooks.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Cell, type Column, DetailsRow, EmptyRow, Row, SkeletonRows, Table } from "../../../ui/Table.tsx";
import { toast } from "../../../ui/toast.ts";
import { NARROW, useMedia } from "../../../ui/use-media.ts";
import { formatFull, formatMoment } from "../../parts/format.ts";
import { LoadFailure } from "../../parts/LoadFailure.tsx";
import { reportFailure } from "../../parts/report-failure.ts";
import { Section } from "../../parts/Section.tsx";
import { attemptWords, STATES } from "./webhook-words.ts";

const STATE: Column = { title: "State", widthPx: 110 };
const COLUMNS: readonly Column[] = [
  { title: "Time", widthPx: 170 },
  { title: "Event", widthPx: 170 },
  STATE,
  { title: "Last attempt", widthPx: 240 },
  { title: "Actions", widthPx: 120 },
];
/** On narrow screens the state is shown with the time, so that it needs no scrolling. */
const NARROW_COLUMNS = COLUMNS.filter((column) => column !== STATE);
const SKELETON_ROWS = 3;

export interface DeliveriesProps {
  webhook: Webhook;
  mayChange: boolean;
}

/** Deliveries of a webhook, newest first, with details and a replay button. */
export function Deliveries({ webhook, mayChange }: DeliveriesProps) {
  const team = useTeam();
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDeliveries(
    team.id,
    webhook.id,
  );
  const { test, replay } = useWebhookChanges(team.id);
  const isNarrow = useMedia(NARROW);
  const columns = isNarrow ? NARROW_COLUMNS : COLUMNS;
  const deliveries = data?.pages.flatMap((page) => page.data);
  const sendAgain = (deliveryId: string) =>
    replay.mutate(
      { webhookId: webhook.id, deliveryId },
      {
        onSuccess: () => toast.success(t("Replaying the delivery")),
        onError: reportFailure("Failed to replay the delivery"),
      },
    );
  return (
    <Section
      title={t("Deliveries")}
      description={webhook.url}
      actions={
        mayChange && (
          <Button
            isBusy={test.isPending}
            onClick={() =>
              test.mutate({ webhookId: webhook.id }, { onError: reportFailure("Failed to send a test event") })
            }
          >
            <Send className="size-3.5 text-mute" aria-hidden="true" />
            {t("Send a test event")}
          </Button>
        )
      }
    >
      {error === null ? (
        <Table label={t("Deliveries")} columns={columns} isLastPinned>
          {deliveries === undefined && <SkeletonRows columns={columns.length} rows={SKELETON_ROWS} />}
          {deliveries?.length === 0 && <EmptyRow columns={columns.length}>{t("No deliveries yet")}</EmptyRow>}
          {deliveries?.map((delivery) => (
            <DeliveryRows
              key={delivery.id}
              delivery={delivery}
              isNarrow={isNarrow}
              onReplay={mayChange ? () => sendAgain(delivery.id) : undefined}
            />
          ))}
        </Table>
      ) : (
        <LoadFailure
          title={t("Failed to load deliveries")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {hasNextPage && (
        <Button className="justify-self-center" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("Show older")}
        </Button>
      )}
    </Section>
  );
}

interface DeliveryRowsProps {
  delivery: WebhookDelivery;
  isNarrow: boolean;
  onReplay: (() => void) | undefined;
}

function DeliveryRows({ delivery, isNarrow, onReplay }: DeliveryRowsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const { type, state, createdAt, attemptedAt, durationMs } = delivery;
  return (
    <>
      <Row>
        <Cell className="text-mute max-sm:px-2.5 max-sm:text-xs!">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            aria-label={t("Details of {action}, {time}", { action: type, time: formatMoment(createdAt) })}
            onClick={() => setIsOpen(!isOpen)}
            className="-ml-1.5 flex h-8 max-w-full items-center gap-1.5 rounded-md px-1"
          >
            <ChevronRight
              aria-hidden="true"
              className={cx("size-3.5 shrink-0 text-faint transition-transform", isOpen && "rotate-90")}
            />
            <time dateTime={createdAt} title={formatFull(createdAt)} className="truncate">
              {formatMoment(createdAt)}
            </time>
          </button>
          {isNarrow && <DeliveryState state={state} className="mb-1 ml-4.5 block text-xs" />}
        </Cell>
        <Cell className="font-mono text-xs">{type}</Cell>
        {!isNarrow && (
          <Cell>
            <DeliveryState state={state} />
          </Cell>
        )}
        <Cell className="tabular-nums" title={attemptWords(delivery)}>
          {attemptedAt === null ? "-" : attemptWords(delivery)}
          {durationMs !== null && <span className="text-mute"> · {durationMs} ms</span>}
        </Cell>
        <Cell>
          {onReplay !== undefined && (
            <Button
              kind="quiet"
              className="-ml-2 h-7! px-2!"
              aria-label={t("Replay {event}, {time}", { event: type, time: formatMoment(createdAt) })}
              onClick={onReplay}
            >
              <RefreshCw className="size-3.5" aria-hidden="true" />
              {t("Replay")}
            </Button>
          )}
        </Cell>
      </Row>
      {isOpen && (
        <DetailsRow id={detailsId} columns={isNarrow ? NARROW_COLUMNS.length : COLUMNS.length}>
          <DeliveryDetails delivery={delivery} />
        </DetailsRow>
      )}
    </>
  );
}

function DeliveryState({ state, className }: { state: WebhookDelivery["state"]; className?: string }) {
  return (
    <span
      className={cx(
        className,
        state === "delivered" && "text-accent",
        state === "failed" && "text-bad",
        state === "waiting" && "text-text",
      )}
    >
      {t(STATES[state])}
    </span>
  );
}

function DeliveryDetails({ delivery }: { delivery: WebhookDelivery }) {
  const { eventId, payload, attempts, attemptedAt, nextAttemptAt, answer } = delivery;
  const rows: [name: string, value: string][] = [
    ["webhook-id", eventId],
    [t("Attempts"), String(attempts)],
    [t("Last attempt"), attemptedAt === null ? "-" : `${formatFull(attemptedAt)} · ${attemptWords(delivery)}`],
    ...(nextAttemptAt === null ? [] : [[t("Next attempt"), formatFull(nextAttemptAt)] satisfies [string, string]]),
    [t("Response"), answer === null || answer === "" ? "-" : answer],
    [t("Body"), payload],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm sm:pl-5">
      {rows.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-mute">{name}</dt>
          <dd className="min-w-0 font-mono text-xs/5 break-words whitespace-pre-wrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
