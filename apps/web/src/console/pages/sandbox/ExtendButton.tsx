import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { Plus } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { EXTENSION_MINUTES, useExtendSandbox } from "../../../api/sandboxes.ts";
import { t } from "../../../language/text.ts";
import { serverNow } from "../../../session/server-clock.ts";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/toast.ts";
import { SOON_MS } from "../../../viewer/parts/Countdown.tsx";
import { formatFull } from "../../parts/format.ts";
import { reportFailure } from "../../parts/report-failure.ts";
import { calledName } from "../../parts/sandbox-filters.ts";

/** Browsers run longer timers at once (HTML Standard, timers). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Extends a running sandbox's lifetime by half an hour, or by what its plan leaves. Announces the end five minutes ahead.
 */
export function ExtendButton({ sandbox }: { sandbox: SandboxDetails }) {
  const extension = useExtendSandbox(sandbox.organizationId);
  const extend = () =>
    extension.mutate(sandbox, {
      onSuccess: (box) => toast.success(t("Ends {time}", { time: formatFull(box.expiresAt) })),
      // The server says how much the plan leaves.
      onError: reportFailure("The sandbox could not be extended"),
    });
  useNotice(sandbox, extend);
  return (
    <Button
      kind="quiet"
      className="px-2! max-sm:hidden"
      onClick={extend}
      isBusy={extension.isPending}
      title={t("Extend by {count} minutes", { count: EXTENSION_MINUTES })}
    >
      {!extension.isPending && <Plus className="-mr-1 size-3.5" aria-hidden="true" />}
      {t("{count} min", { count: EXTENSION_MINUTES })}
    </Button>
  );
}

/** Shows one notice per end time, five minutes before it. */
function useNotice(sandbox: SandboxDetails, extend: () => void): void {
  const endsAtMs = Date.parse(sandbox.expiresAt);
  const announce = useEffectEvent(() =>
    toast.notice(t("{name} ends in five minutes", { name: calledName(sandbox) }), {
      id: `end-${sandbox.id}`,
      action: { label: t("Extend"), onClick: extend },
    }),
  );
  useEffect(() => {
    const waitMs = endsAtMs - SOON_MS - serverNow();
    if (waitMs < 0 || waitMs > LONGEST_TIMER_MS) return undefined;
    const timer = setTimeout(announce, waitMs);
    return () => clearTimeout(timer);
  }, [endsAtMs]);
}
