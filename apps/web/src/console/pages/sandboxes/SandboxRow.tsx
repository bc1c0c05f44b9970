import type { Sandbox } from "@terrarium/contract/sandbox";
import type { MouseEvent } from "react";
import { useNavigate } from "react-router";
import { translate } from "../../../language/language.ts";
import { t } from "../../../language/text.ts";
import { Badge, ChipLine } from "../../../ui/Badge.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { cx } from "../../../ui/cx.ts";
import { Cell, Row } from "../../../ui/Table.tsx";
import { formatAgo, formatFull } from "../../parts/format.ts";
import { sandboxPath } from "../../parts/links.ts";
import { metadataTexts } from "../../parts/sandbox-filters.ts";
import { endWords } from "./end-words.ts";
import { PeekLink } from "./PeekLink.tsx";
import type { SandboxColumn } from "./sandbox-columns.ts";
import { SandboxActions } from "./SandboxActions.tsx";
import { formatTimeLeft, isSoon } from "./time-left.ts";

export interface SandboxRowProps {
  sandbox: Sandbox;
  columns: readonly SandboxColumn[];
  isNarrow: boolean;
  /** Reference time of the displayed ages. */
  nowMs: number;
  isSelected: boolean;
  onSelect: () => void;
  onDelete: () => void;
}

/** A click anywhere in the row opens the sandbox's page. Keyboard users have the row's link. */
export function SandboxRow(props: SandboxRowProps) {
  const { sandbox, columns } = props;
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    const isControl = event.target instanceof Element && event.target.closest("a, button, input, label") !== null;
    // Do not navigate while the user selects text to copy.
    if (isControl || getSelection()?.isCollapsed === false) return;
    const path = sandboxPath(sandbox.id);
    if (event.ctrlKey || event.metaKey) window.open(path, "_blank", "noopener");
    else void navigate(path);
  };
  return (
    <Row onClick={open} className="cursor-pointer">
      {columns.map(({ title }) => (
        <SandboxCell key={title} title={title} {...props} />
      ))}
    </Row>
  );
}

function SandboxCell({ title, ...props }: SandboxRowProps & { title: string }) {
  const { sandbox, nowMs, onDelete } = props;
  const { templateId, templateName, cpu, memory, startedAt } = sandbox;
  const dimmed = sandbox.endedAt === null ? undefined : "text-mute";
  switch (title) {
    case "ID":
      return <IdCell {...props} />;
    case "TEMPLATE":
      return (
        <Cell title={templateId} className={dimmed}>
          {templateName}
        </Cell>
      );
    case "CPU COUNT":
      return <Cell className={dimmed}>{cpu}</Cell>;
    case "MEMORY":
      return (
        <Cell className={dimmed}>
          {memory} <span className="text-mute">MB</span>
        </Cell>
      );
    case "METADATA":
      return (
        <Cell>
          <MetadataChips sandbox={sandbox} />
        </Cell>
      );
    case "STARTED AT":
      return (
        <Cell className="text-mute">
          <time dateTime={startedAt} title={formatFull(startedAt)}>
            {formatAgo(startedAt, nowMs)}
          </time>
        </Cell>
      );
    case "TIME LEFT":
      return (
        <Cell className="text-mute">
          <TimeLeft sandbox={sandbox} nowMs={nowMs} />
        </Cell>
      );
    case "STATUS":
      return (
        <Cell>
          <StatusBadge sandbox={sandbox} />
        </Cell>
      );
    default:
      return (
        <Cell className="max-sm:px-2">
          <SandboxActions sandbox={sandbox} onDelete={onDelete} />
        </Cell>
      );
  }
}

/** The sandbox's name, if any, above its id. On narrow screens also its status. */
function IdCell({ sandbox, isNarrow, isSelected, onSelect }: SandboxRowProps) {
  const { id, name, endedAt } = sandbox;
  return (
    <Cell className={cx(endedAt !== null && "text-mute", isNarrow && "py-2")}>
      <span className="flex items-center gap-0.5">
        <Checkbox label={t("Select {id}", { id })} checked={isSelected} onChange={onSelect} className="mr-2.5" />
        <span className="min-w-0">
          <PeekLink sandbox={sandbox} className="block rounded-sm">
            {name !== null && (
              <bdi className="block truncate leading-4.5 font-medium underline decoration-line2 underline-offset-2 group-hover/row:decoration-accent">
                {name}
              </bdi>
            )}
            {/* Ids share a prefix, so narrow screens show their ends. */}
            <span
              className={cx(
                "block truncate text-left font-mono text-xs [direction:rtl]",
                name === null
                  ? "underline decoration-line2 underline-offset-2 group-hover/row:decoration-accent"
                  : "text-mute",
              )}
            >
              <bdi>{id}</bdi>
            </span>
          </PeekLink>
          {isNarrow && (
            <span className="mt-1 flex">
              <StatusBadge sandbox={sandbox} />
            </span>
          )}
        </span>
        {!isNarrow && (
          <CopyButton
            text={id}
            label={t("Copy ID")}
            className="size-6! opacity-0 pointer-coarse:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100"
          />
        )}
      </span>
    </Cell>
  );
}

function MetadataChips({ sandbox }: { sandbox: Sandbox }) {
  const texts = metadataTexts(sandbox);
  if (texts.length === 0) return <span className="text-mute">-</span>;
  return <ChipLine texts={texts} />;
}

function TimeLeft({ sandbox, nowMs }: { sandbox: Sandbox; nowMs: number }) {
  if (sandbox.status !== "Running") return "-";
  const leftMs = Math.max(0, Date.parse(sandbox.expiresAt) - nowMs);
  return (
    <time
      dateTime={sandbox.expiresAt}
      title={t("Ends {time}", { time: formatFull(sandbox.expiresAt) })}
      className={cx("tabular-nums", isSoon(leftMs) && "text-warn")}
    >
      {formatTimeLeft(leftMs)}
    </time>
  );
}

/** Returns when and why a sandbox ended, or when it will end. */
export function endTitle({ status, expiresAt, endedAt, endReason }: Sandbox): string {
  if (status === "Stopped") return t("Kept until {time}", { time: formatFull(expiresAt) });
  const end =
    endedAt === null
      ? t("Ends {time}", { time: formatFull(expiresAt) })
      : t("Ended {time}", { time: formatFull(endedAt) });
  return endReason === null ? end : t("{reason}. {end}", { reason: endWords(endReason), end });
}

function StatusBadge({ sandbox }: { sandbox: Sandbox }) {
  return (
    <Badge isAlive={sandbox.status === "Running"} title={endTitle(sandbox)}>
      {translate(sandbox.status)}
    </Badge>
  );
}
