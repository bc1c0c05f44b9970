import type { Sandbox } from "@terrarium/contract/sandbox";
import type { MouseEvent } from "react";
import { useNavigate } from "react-router";
import { t } from "../../../language/text.ts";
import { ChipLine } from "../../../ui/Badge.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { cx } from "../../../ui/cx.ts";
import { Cell, Row } from "../../../ui/Table.tsx";
import { formatMicroDollars } from "../../parts/format-money.ts";
import { formatAgo, formatFull } from "../../parts/format.ts";
import { sandboxPath } from "../../parts/links.ts";
import { metadataTexts } from "../../parts/sandbox-filters.ts";
import { PeekLink } from "./PeekLink.tsx";
import type { SandboxColumn } from "./sandbox-columns.ts";
import { SandboxActions } from "./SandboxActions.tsx";
import { StatusBadge } from "./StatusBadge.tsx";
import { TimeLeft } from "./TimeLeft.tsx";

export interface SandboxRowProps {
  sandbox: Sandbox;
  columns: readonly SandboxColumn[];
  /** Reference time of the displayed ages. */
  nowMs: number;
  /** Cost so far, in millionths of a dollar. Undefined while unknown, and if the sandbox never ran. */
  costMicroDollars: number | undefined;
  isSelected: boolean;
  onSelect: () => void;
  /** Lists the sandboxes with this text in their metadata. */
  onSearch: (text: string) => void;
  onDelete: () => void;
}

/** A click anywhere in the row opens the sandbox's page. Keyboard users have the row's link. */
export function SandboxRow(props: SandboxRowProps) {
  const { sandbox, columns } = props;
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    const { target, currentTarget } = event;
    // React also reports clicks in the row's menu, which is elsewhere in the document.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    const isControl = target.closest("a, button, input, label") !== null;
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
        <Cell title={templateId} className={dimmed ?? "font-medium"}>
          {templateName}
        </Cell>
      );
    case "CPU COUNT":
      return <Cell className="text-mute">{cpu}</Cell>;
    case "MEMORY":
      return <Cell className="text-mute">{memory} MB</Cell>;
    case "METADATA":
      return (
        <Cell>
          <MetadataChips sandbox={sandbox} onSearch={props.onSearch} />
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
        <Cell className={dimmed ?? "font-medium"}>
          <TimeLeft sandbox={sandbox} nowMs={nowMs} />
        </Cell>
      );
    case "COST":
      return (
        <Cell className="text-mute">
          {props.costMicroDollars === undefined ? "-" : formatMicroDollars(props.costMicroDollars)}
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
        <Cell>
          <SandboxActions sandbox={sandbox} onDelete={onDelete} />
        </Cell>
      );
  }
}

/** The sandbox's name, if any, above its id. */
function IdCell({ sandbox, isSelected, onSelect }: SandboxRowProps) {
  const { id, name, endedAt } = sandbox;
  return (
    <Cell className={endedAt === null ? undefined : "text-mute"}>
      <span className="flex items-center gap-0.5">
        <Checkbox label={t("Select {id}", { id })} checked={isSelected} onChange={onSelect} className="mr-2.5" />
        <span className="min-w-0">
          <PeekLink sandbox={sandbox} className="block rounded-sm">
            {name !== null && (
              <bdi className="block truncate leading-4.5 font-medium underline decoration-line2 underline-offset-2 group-hover/row:decoration-accent">
                {name}
              </bdi>
            )}
            {/* Ids share a prefix, so a narrow column shows their ends. */}
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
        </span>
        <CopyButton
          text={id}
          label={t("Copy ID")}
          className="size-6! opacity-0 pointer-coarse:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100"
        />
      </span>
    </Cell>
  );
}

function MetadataChips({ sandbox, onSearch }: Pick<SandboxRowProps, "sandbox" | "onSearch">) {
  const texts = metadataTexts(sandbox);
  if (texts.length === 0) return <span className="text-mute">-</span>;
  return <ChipLine texts={texts} onChoose={onSearch} />;
}
