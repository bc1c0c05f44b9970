import type { AuditEntry } from "@terrarium/contract/audit";
import { OUTCOME_OK } from "@terrarium/contract/outcome";
import { ChevronRight } from "lucide-react";
import { type MouseEvent, useId, useState } from "react";
import { t } from "../../../language/text.ts";
import { cx } from "../../../ui/cx.ts";
import { Cell, DetailsRow, Row } from "../../../ui/Table.tsx";
import { formatFull, formatMoment } from "../../parts/format.ts";
import { outcomeWords } from "../../parts/outcome-words.ts";
import { actionWords, actorWords, allMoreWords, idWords, moreWords, targetWords } from "./audit-words.ts";

/**
 * An entry in words, with a row of ids and codes below it once opened. A click anywhere in the row toggles that row.
 */
export function EntryRows({ entry, columns }: { entry: AuditEntry; columns: number }) {
  const { at, actorKind, actorName, action, outcome, more } = entry;
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const toggle = () => setIsOpen(!isOpen);
  const onRowClick = (event: MouseEvent) => {
    const isControl = event.target instanceof Element && event.target.closest("button") !== null;
    // Do not toggle while the user selects text to copy.
    if (!isControl && getSelection()?.isCollapsed !== false) toggle();
  };
  const what = actionWords(action);
  const target = targetWords(entry);
  return (
    <>
      <Row onClick={onRowClick} className="cursor-pointer">
        <Cell className="text-mute max-sm:px-2.5 max-sm:text-xs!">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            aria-label={t("Details of {action}, {time}", { action: what, time: formatMoment(at) })}
            onClick={toggle}
            className="-ml-1.5 flex h-8 max-w-full items-center gap-1.5 rounded-md px-1"
          >
            <ChevronRight
              aria-hidden="true"
              className={cx("size-3.5 shrink-0 text-faint transition-transform", isOpen && "rotate-90")}
            />
            <time dateTime={at} title={formatFull(at)} className="truncate">
              {formatMoment(at)}
            </time>
          </button>
        </Cell>
        <Cell>
          <bdi>{actorWords(entry)}</bdi>
          {actorKind === "api_key" && actorName !== null && <span className="text-mute"> {t("(API key)")}</span>}
        </Cell>
        <Cell>
          {what}
          {more > 0 && <span className="text-mute"> {moreWords(more)}</span>}
        </Cell>
        <Cell title={target}>
          <bdi>{target}</bdi>
        </Cell>
        <Cell className={outcome === OUTCOME_OK ? "text-accent" : "text-bad"}>{outcomeWords(outcome)}</Cell>
      </Row>
      {isOpen && (
        <DetailsRow id={detailsId} columns={columns}>
          <EntryDetails entry={entry} />
        </DetailsRow>
      )}
    </>
  );
}

function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { actorId, action, targets, ip, userAgent, outcome, requestId, more } = entry;
  const rows: [name: string, value: string][] = [
    [t("Who"), actorId ?? t("Anonymous")],
    [t("Call"), action],
    ...Object.entries(targets).map(([field, id]): [string, string] => [idWords(field), id]),
    [t("Outcome"), outcome],
    [t("Address"), ip],
    [t("Client"), userAgent ?? t("Not provided")],
    [t("Request"), requestId],
  ];
  if (more > 0) rows.push([t("Similar calls"), allMoreWords(more)]);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm sm:pl-5">
      {rows.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-mute">{name}</dt>
          <dd className="min-w-0 font-mono text-xs/5 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
