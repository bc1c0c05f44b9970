import type { DeviceAction } from "@terrarium/contract/actions";
import { t } from "../../../language/text.ts";
import { cx } from "../../../ui/cx.ts";
import { formatFull } from "../../parts/format.ts";
import { outcomeWords } from "../../parts/outcome-words.ts";

/** Everything that the server recorded about an action: the request, its result and its duration. */
export function ActionDetails({ id, action }: { id: string; action: DeviceAction }) {
  const { kind, detail, outcome, message, exitCode, durationMs, at } = action;
  const request = kind === "refused" ? detail : `${kind} ${detail}`.trim();
  return (
    <dl id={id} className="mt-1 mb-3 ml-[89px] grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs max-sm:ml-0">
      <Fact label={t("Request")} value={request} isCode />
      <Fact label={t("Result")} value={outcomeWords(outcome)} />
      {message !== null && <Fact label={t("Reason")} value={message} />}
      {exitCode !== null && <Fact label={t("Exit code")} value={String(exitCode)} isCode />}
      <Fact label={t("Duration")} value={`${durationMs} ms`} isCode />
      <Fact label={t("Time")} value={formatFull(at)} />
      <Fact label={t("Action ID")} value={action.id} isCode />
    </dl>
  );
}

function Fact({ label, value, isCode = false }: { label: string; value: string; isCode?: boolean }) {
  return (
    <>
      <dt className="text-mute">{label}</dt>
      <dd className={cx("break-words", isCode && "font-mono")}>{value}</dd>
    </>
  );
}
