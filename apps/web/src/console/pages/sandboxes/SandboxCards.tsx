import { SANDBOX_PAGE_SIZE } from "@terrarium/contract/limits";
import type { Sandbox } from "@terrarium/contract/sandbox";
import { Link } from "react-router";
import { t } from "../../../language/text.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { cx } from "../../../ui/cx.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { formatMicroDollars } from "../../parts/format-money.ts";
import { formatAgo } from "../../parts/format.ts";
import { sandboxPath } from "../../parts/links.ts";
import { type ListingProps, toggled } from "./listing-props.ts";
import { NoSandboxes } from "./NoSandboxes.tsx";
import { SandboxMenu } from "./SandboxMenu.tsx";
import { SelectAll } from "./SelectAll.tsx";
import { SortMenu } from "./SortMenu.tsx";
import { StatusBadge } from "./StatusBadge.tsx";
import { TimeLeft } from "./TimeLeft.tsx";

const CARD = "flex min-h-15 items-center gap-1 border-t border-line pl-3.5";

/** The list on narrow screens: a card of two lines for each sandbox, without scrolling sideways. */
export function SandboxCards(props: ListingProps) {
  const { sandboxes, sort, onSort, selection, onSelect, nowMs, costs, isLoading, onDelete } = props;
  return (
    <div className="rounded-[10px] border border-line bg-panel">
      <div className="flex h-10 items-center justify-between pr-1 pl-3.5">
        <SelectAll sandboxes={sandboxes} selection={selection} onSelect={onSelect} className="relative hit-area" />
        <SortMenu sort={sort} onSort={onSort} />
      </div>
      {isLoading && <LoadingCards />}
      {!isLoading && sandboxes.length === 0 && (
        <div className="flex flex-col items-center border-t border-line px-5 py-14 text-center text-sm text-mute">
          <NoSandboxes {...props} />
        </div>
      )}
      {sandboxes.length > 0 && (
        <ul aria-label={t("Sandboxes")}>
          {sandboxes.map((sandbox) => (
            <Card
              key={sandbox.id}
              sandbox={sandbox}
              nowMs={nowMs}
              costMicroDollars={costs?.get(sandbox.id)}
              isSelected={selection.has(sandbox.id)}
              onSelect={() => onSelect(toggled(selection, sandbox.id))}
              onDelete={() => onDelete(sandbox)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface CardProps {
  sandbox: Sandbox;
  nowMs: number;
  costMicroDollars: number | undefined;
  isSelected: boolean;
  onSelect: () => void;
  onDelete: () => void;
}

/** The whole card opens the sandbox's page, except its checkbox and its menu. */
function Card({ sandbox, nowMs, costMicroDollars, isSelected, onSelect, onDelete }: CardProps) {
  const { id, name, templateName, status, startedAt, endedAt } = sandbox;
  return (
    <li className={cx(CARD, "relative", isSelected && "bg-accent-soft")}>
      <Checkbox
        label={t("Select {id}", { id })}
        checked={isSelected}
        onChange={onSelect}
        className="relative z-1 mr-2 hit-area"
      />
      <Link
        to={sandboxPath(id)}
        className="min-w-0 flex-1 py-2.5 before:absolute before:inset-0 focus-visible:outline-none focus-visible:before:outline-2 focus-visible:before:-outline-offset-2 focus-visible:before:outline-accent"
      >
        <span className="flex items-center gap-2">
          {name === null ? (
            <span className="min-w-0 flex-1 truncate text-left font-mono text-xs [direction:rtl]">
              <bdi>{id}</bdi>
            </span>
          ) : (
            <bdi className={cx("min-w-0 flex-1 truncate text-base font-medium", endedAt !== null && "text-mute")}>
              {name}
            </bdi>
          )}
          <StatusBadge sandbox={sandbox} />
        </span>
        <span className="mt-0.5 flex gap-1.5 text-xs whitespace-nowrap text-mute">
          <span className="min-w-0 truncate">{templateName}</span>
          <span aria-hidden="true">·</span>
          {status === "Running" ? (
            <span className="text-text">
              <TimeLeft sandbox={sandbox} nowMs={nowMs} words={(time) => t("ends in {time}", { time })} />
            </span>
          ) : (
            <span>{formatAgo(endedAt ?? startedAt, nowMs)}</span>
          )}
          {costMicroDollars !== undefined && <span className="ml-auto">{formatMicroDollars(costMicroDollars)}</span>}
        </span>
      </Link>
      <SandboxMenu sandbox={sandbox} onDelete={onDelete} className="relative z-1 size-11!" />
    </li>
  );
}

function LoadingCards() {
  return (
    <output className="block">
      {Array.from({ length: SANDBOX_PAGE_SIZE }, (_, index) => (
        <span key={index} className={CARD}>
          {index === 0 ? (
            <span className="text-sm text-mute">{t("Loading...")}</span>
          ) : (
            <span className="grid flex-1 gap-2.5 pl-7">
              <Skeleton className="h-3 w-3/5" />
              <Skeleton className="h-3 w-2/5" />
            </span>
          )}
        </span>
      ))}
    </output>
  );
}
