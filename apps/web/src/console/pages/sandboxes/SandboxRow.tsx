import type { Sandbox } from "@terrarium/contract/sandbox";
import { Badge, Chip } from "../../../ui/Badge.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Cell, Row } from "../../../ui/Table.tsx";
import { formatAgo, formatFull } from "../../format.ts";
import { metadataTexts } from "./sandbox-filters.ts";
import { SandboxActions } from "./SandboxActions.tsx";

export interface SandboxRowProps {
  sandbox: Sandbox;
  /** Titles of the columns that are not shown. */
  hidden: ReadonlySet<string>;
  /** Its age is told from here. */
  nowMs: number;
  isSelected: boolean;
  onSelect: () => void;
  onDelete: () => void;
}

export function SandboxRow({ sandbox, hidden, nowMs, isSelected, onSelect, onDelete }: SandboxRowProps) {
  const { id, templateId, templateName, cpu, memory, startedAt } = sandbox;
  return (
    <Row>
      <Cell>
        <span className="flex items-center gap-0.5">
          <Checkbox label={`Select ${id}`} checked={isSelected} onChange={onSelect} className="mr-2.5" />
          <span className="truncate font-mono text-xs" title={id}>
            {id}
          </span>
          <CopyButton
            text={id}
            label="Copy the id"
            className="size-6! opacity-0 pointer-coarse:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100"
          />
        </span>
      </Cell>
      {!hidden.has("TEMPLATE") && <Cell title={templateId}>{templateName}</Cell>}
      {!hidden.has("CPU COUNT") && <Cell>{cpu}</Cell>}
      {!hidden.has("MEMORY") && <Cell>{memory} MB</Cell>}
      {!hidden.has("METADATA") && (
        <Cell>
          <MetadataChips sandbox={sandbox} />
        </Cell>
      )}
      {!hidden.has("STARTED AT") && (
        <Cell className="text-mute">
          <time dateTime={startedAt} title={formatFull(startedAt)}>
            {formatAgo(startedAt, nowMs)}
          </time>
        </Cell>
      )}
      {!hidden.has("STATUS") && (
        <Cell>
          <StatusBadge sandbox={sandbox} />
        </Cell>
      )}
      <Cell>
        <SandboxActions sandbox={sandbox} onDelete={onDelete} />
      </Cell>
    </Row>
  );
}

function MetadataChips({ sandbox }: { sandbox: Sandbox }) {
  const texts = metadataTexts(sandbox);
  if (texts.length === 0) return <span className="text-mute">-</span>;
  return (
    <span className="flex gap-1 overflow-hidden mask-r-from-90%" title={texts.join("\n")}>
      {texts.map((text) => (
        <Chip key={text}>{text}</Chip>
      ))}
    </span>
  );
}

const END_REASONS: Record<NonNullable<Sandbox["endReason"]>, string> = {
  user: "Deleted by a person or a program",
  expiry: "Its lifetime was over",
  quota: "Ended to stay within the plan's quota",
  crash: "Its device stopped unexpectedly",
  budget: "Ended because the budget limit was reached",
  start_failed: "Its device did not start",
  shutdown: "Ended with the server",
};

function StatusBadge({ sandbox: { status, expiresAt, endedAt, endReason } }: { sandbox: Sandbox }) {
  const isRunning = status === "Running";
  const reason = endReason === null ? "" : `${END_REASONS[endReason]}. `;
  const title = endedAt === null ? `Ends ${formatFull(expiresAt)}` : `${reason}Ended ${formatFull(endedAt)}`;
  return (
    <Badge isAlive={isRunning} title={title}>
      {status}
    </Badge>
  );
}
