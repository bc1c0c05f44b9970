import type { Sandbox } from "@terrarium/contract/sandbox";
import { translate } from "../../../language/language.ts";
import { t } from "../../../language/text.ts";
import { Badge, Chip } from "../../../ui/Badge.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Cell, Row } from "../../../ui/Table.tsx";
import { formatAgo, formatFull } from "../../format.ts";
import { endWords } from "./end-words.ts";
import { PeekLink } from "./PeekLink.tsx";
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
          <Checkbox label={t("Select {id}", { id })} checked={isSelected} onChange={onSelect} className="mr-2.5" />
          {/* Ids begin alike: where there is little room, their ends tell them apart. */}
          <PeekLink
            sandbox={sandbox}
            className="truncate rounded-sm text-left font-mono text-xs underline decoration-line2 underline-offset-2 [direction:rtl] hover:decoration-accent"
          >
            <bdi>{id}</bdi>
          </PeekLink>
          <CopyButton
            text={id}
            label={t("Copy the id")}
            className="size-6! opacity-0 pointer-coarse:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100"
          />
        </span>
      </Cell>
      {!hidden.has("TEMPLATE") && <Cell title={templateId}>{templateName}</Cell>}
      {!hidden.has("CPU COUNT") && <Cell>{cpu}</Cell>}
      {!hidden.has("MEMORY") && (
        <Cell>
          {memory} <span className="text-mute">MB</span>
        </Cell>
      )}
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

function StatusBadge({ sandbox: { status, expiresAt, endedAt, endReason } }: { sandbox: Sandbox }) {
  const isRunning = status === "Running";
  const end =
    endedAt === null
      ? t("Ends {time}", { time: formatFull(expiresAt) })
      : t("Ended {time}", { time: formatFull(endedAt) });
  const title = endReason === null ? end : t("{reason}. {end}", { reason: endWords(endReason), end });
  return (
    <Badge isAlive={isRunning} title={title}>
      {translate(status)}
    </Badge>
  );
}
