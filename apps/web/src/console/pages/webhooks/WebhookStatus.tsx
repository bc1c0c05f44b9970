import type { Webhook } from "@terrarium/contract/webhooks";
import { t } from "../../../language/text.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { formatFull } from "../../parts/format.ts";
import { formatTimeLeft } from "../../parts/time-left.ts";
import { useNow } from "../../parts/use-now.ts";
import { attemptWords } from "./webhook-words.ts";

/** Whether a webhook's deliveries succeed; otherwise the last error, and when the next attempt is. */
export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const { enabled, failing, gaveUpAt, droppedAt } = webhook;
  const gaveUp =
    gaveUpAt === null ? undefined : t("A delivery was abandoned at {time}", { time: formatFull(gaveUpAt) });
  if (!enabled && gaveUp === undefined) return <Badge isAlive={false}>{t("Disabled")}</Badge>;
  if (failing !== null || gaveUp !== undefined)
    return (
      <span className="block leading-tight whitespace-normal text-bad" title={gaveUp}>
        {enabled ? <Failing failing={failing} /> : t("Disabled")}
        {failing !== null && <span className="block truncate text-xs">{attemptWords(failing)}</span>}
      </span>
    );
  if (droppedAt !== null)
    return (
      <span
        className="text-bad"
        title={t("Too many deliveries were queued at {time}", { time: formatFull(droppedAt) })}
      >
        {t("Events dropped")}
      </span>
    );
  return <Badge isAlive>{t("Enabled")}</Badge>;
}

function Failing({ failing }: Pick<Webhook, "failing">) {
  const nowMs = useNow();
  const nextAttemptAt = failing?.nextAttemptAt ?? null;
  if (nextAttemptAt === null) return t("Failing");
  return (
    <time dateTime={nextAttemptAt} title={formatFull(nextAttemptAt)}>
      {t("Failing, next attempt in {time}", { time: formatTimeLeft(Date.parse(nextAttemptAt) - nowMs) })}
    </time>
  );
}
