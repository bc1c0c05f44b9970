import type { InviteLink } from "@terrarium/contract/invite";
import { Link as LinkIcon, Plus } from "lucide-react";
import { t } from "../../../language/text.ts";
import { Chip } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Cell, type Column, EmptyRow, Row, SkeletonRows, Table } from "../../../ui/Table.tsx";
import { formatDayOrDash } from "../../parts/format.ts";
import { inviteAddress } from "../../parts/links.ts";
import { Section } from "../../parts/Section.tsx";
import { useNow } from "../../parts/use-now.ts";

const COLUMNS: readonly Column[] = [
  { title: "Invite Code", widthPx: 320 },
  { title: "Created At", widthPx: 150 },
  { title: "Expires At", widthPx: 150 },
  { title: "Delete", widthPx: 120, narrowPx: 92 },
];
const SKELETON_ROWS = 2;

export interface InviteLinksProps {
  /** Undefined while loading. */
  links: readonly InviteLink[] | undefined;
  onCreate: () => void;
  onDelete: (link: InviteLink) => void;
}

export function InviteLinks({ links, onCreate, onDelete }: InviteLinksProps) {
  const nowMs = useNow();
  return (
    <Section
      title={t("Invite Links")}
      description={t("Anyone with a valid code can join as a member.")}
      actions={
        <Button kind="primary" onClick={onCreate}>
          <Plus className="size-4" aria-hidden="true" />
          {t("Create Invite Link")}
        </Button>
      }
    >
      <Table label={t("Invite Links")} columns={COLUMNS} isLastPinned>
        {links === undefined && <SkeletonRows columns={COLUMNS.length} rows={SKELETON_ROWS} />}
        {links?.length === 0 && (
          <EmptyRow columns={COLUMNS.length}>
            <p className="text-base font-medium text-text">{t("No invite links")}</p>
            <p className="mt-1">{t("Create one and send it to the people you want to invite.")}</p>
          </EmptyRow>
        )}
        {links?.map((link) => (
          <LinkRow
            key={link.id}
            link={link}
            isExpired={Date.parse(link.expiresAt) <= nowMs}
            onDelete={() => onDelete(link)}
          />
        ))}
      </Table>
    </Section>
  );
}

function LinkRow({ link, isExpired, onDelete }: { link: InviteLink; isExpired: boolean; onDelete: () => void }) {
  return (
    <Row>
      <Cell>
        <span className="flex items-center gap-1">
          <code className={isExpired ? "truncate text-xs text-mute line-through" : "truncate text-xs"}>
            {link.inviteCode || "-"}
          </code>
          {link.inviteCode !== "" && (
            <>
              <CopyButton
                text={link.inviteCode}
                label={t("Copy the invite code")}
                message={t("Invite code copied to clipboard")}
                className="size-7!"
              />
              <CopyButton
                text={inviteAddress(link.inviteCode)}
                Icon={LinkIcon}
                label={t("Copy the invite link")}
                message={t("Invite link copied to clipboard")}
                className="size-7!"
              />
            </>
          )}
        </span>
      </Cell>
      <Cell className="text-mute">{formatDayOrDash(link.createdAt)}</Cell>
      <Cell className="text-mute">
        <span className="flex items-center gap-2">
          {formatDayOrDash(link.expiresAt)}
          {isExpired && <Chip>{t("expired")}</Chip>}
        </span>
      </Cell>
      <Cell>
        <Button
          kind="quiet-danger"
          className="-ml-2 h-7! px-2!"
          aria-label={t("Delete invite code {code}", { code: link.inviteCode })}
          onClick={onDelete}
        >
          {t("Delete")}
        </Button>
      </Cell>
    </Row>
  );
}
