import { SANDBOX_PAGE_SIZE } from "@terrarium/contract/limits";
import type { Sandbox } from "@terrarium/contract/sandbox";
import { Badge, Chip } from "../../../ui/Badge.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Cell, type Column, EmptyRow, LoadingRows, Row, Table } from "../../../ui/Table.tsx";
import { formatAgo, formatFull } from "../../format.ts";
import { NoSandboxes, type NoSandboxesProps } from "./NoSandboxes.tsx";
import { metadataTexts } from "./sandbox-filters.ts";
import { SandboxActions } from "./SandboxActions.tsx";

const COLUMNS: readonly Column[] = [
  { title: "ID", widthPx: 236 },
  { title: "TEMPLATE", widthPx: 128 },
  { title: "CPU COUNT", widthPx: 104 },
  { title: "MEMORY", widthPx: 100 },
  { title: "METADATA", widthPx: 206 },
  { title: "STARTED AT", widthPx: 120 },
  { title: "STATUS", widthPx: 112 },
  { title: "ACTION", widthPx: 170 },
];

export interface SandboxTableProps extends NoSandboxesProps {
  sandboxes: readonly Sandbox[];
  /** Ages are told from here. */
  nowMs: number;
  isLoading: boolean;
  onDelete: (sandbox: Sandbox) => void;
}

export function SandboxTable({ sandboxes, nowMs, isLoading, onDelete, ...empty }: SandboxTableProps) {
  return (
    <Table label="Sandboxes" columns={COLUMNS}>
      {isLoading && <LoadingRows columns={COLUMNS.length} rows={SANDBOX_PAGE_SIZE} text="Loading..." />}
      {!isLoading && sandboxes.length === 0 && (
        <EmptyRow columns={COLUMNS.length}>
          <NoSandboxes {...empty} />
        </EmptyRow>
      )}
      {sandboxes.map((sandbox) => (
        <SandboxRow key={sandbox.id} sandbox={sandbox} nowMs={nowMs} onDelete={() => onDelete(sandbox)} />
      ))}
    </Table>
  );
}

interface SandboxRowProps {
  sandbox: Sandbox;
  nowMs: number;
  onDelete: () => void;
}

function SandboxRow({ sandbox, nowMs, onDelete }: SandboxRowProps) {
  const { id, templateId, templateName, cpu, memory, startedAt } = sandbox;
  return (
    <Row>
      <Cell>
        <span className="flex items-center gap-0.5">
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
      <Cell title={templateId}>{templateName}</Cell>
      <Cell>{cpu}</Cell>
      <Cell>{memory} MB</Cell>
      <Cell>
        <MetadataChips sandbox={sandbox} />
      </Cell>
      <Cell className="text-mute">
        <time dateTime={startedAt} title={formatFull(startedAt)}>
          {formatAgo(startedAt, nowMs)}
        </time>
      </Cell>
      <Cell>
        <StatusBadge sandbox={sandbox} />
      </Cell>
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
