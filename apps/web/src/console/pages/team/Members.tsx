import type { OrganizationMember } from "@terrarium/contract/organization";
import { ScrollText } from "lucide-react";
import { Link } from "react-router";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Chip } from "../../../ui/Badge.tsx";
import { Button, buttonClass } from "../../../ui/Button.tsx";
import { Cell, type Column, Row, SkeletonRows, Table } from "../../../ui/Table.tsx";
import { toast } from "../../../ui/toast.ts";
import { formatDayOrDash } from "../../parts/format.ts";
import { Section } from "../../parts/Section.tsx";
import { RoleMenu } from "./RoleMenu.tsx";
import { canReadAudit, canRemove, leaveRefusal, type Viewer } from "./team-rules.ts";

const COLUMNS: readonly Column[] = [
  { title: "Member", widthPx: 320 },
  { title: "Role", widthPx: 150, narrowPx: 112 },
  { title: "Joined", widthPx: 150 },
  { title: "Actions", widthPx: 120, narrowPx: 92 },
];
const SKELETON_ROWS = 3;

export interface MembersProps {
  /** Undefined while loading. */
  members: readonly OrganizationMember[] | undefined;
  viewer: Viewer;
  /** Receives the new owner, if one is already chosen. */
  onTransfer: (to: OrganizationMember | undefined) => void;
  onDisband: () => void;
  onLeave: () => void;
  onRemove: (member: OrganizationMember) => void;
}

export function Members({ members, viewer, onTransfer, onDisband, onLeave, onRemove }: MembersProps) {
  const team = useTeam();
  const isAlone = members !== undefined && members.length < 2;
  return (
    <Section
      title={t("Team Members")}
      description={members === undefined ? team.name : `${team.name} · ${memberCount(members.length)}`}
      actions={
        <>
          {canReadAudit(viewer.role) && (
            <Link to="/audit" className={buttonClass()}>
              <ScrollText className="size-3.5 text-mute" aria-hidden="true" />
              {t("Audit Log")}
            </Link>
          )}
          {viewer.role === "owner" && (
            <>
              <Button
                onClick={() => onTransfer(undefined)}
                disabled={members === undefined || isAlone}
                title={isAlone ? t("This team has no other members yet") : undefined}
              >
                {t("Transfer Organization")}
              </Button>
              <Button kind="quiet-danger" className="border-line2!" onClick={onDisband}>
                {t("Disband Team")}
              </Button>
            </>
          )}
        </>
      }
    >
      <Table label={t("Team Members")} columns={COLUMNS} isLastPinned>
        {members === undefined && <SkeletonRows columns={COLUMNS.length} rows={SKELETON_ROWS} />}
        {members?.map((member) => (
          <Row key={member.userId}>
            <Cell>
              <span className="flex items-center gap-2.5">
                <Avatar name={member.name} image={member.avatarUrl} letters={2} />
                <span className="truncate font-medium" title={member.name}>
                  {member.name}
                </span>
                {member.userId === viewer.userId && <Chip>{t("you")}</Chip>}
              </span>
            </Cell>
            <Cell>
              <RoleMenu member={member} viewer={viewer} onTransfer={() => onTransfer(member)} />
            </Cell>
            <Cell className="text-mute">{formatDayOrDash(member.createdAt)}</Cell>
            <Cell>
              {member.userId === viewer.userId && <LeaveButton viewer={viewer} onLeave={onLeave} />}
              {canRemove(viewer, member) && (
                <Button
                  kind="quiet-danger"
                  className="-ml-2 h-7! px-2!"
                  aria-label={t("Remove {name}", { name: member.name })}
                  onClick={() => onRemove(member)}
                >
                  {t("Remove")}
                </Button>
              )}
            </Cell>
          </Row>
        ))}
      </Table>
    </Section>
  );
}

const memberCount = (count: number): string => (count === 1 ? t("1 member") : t("{count} members", { count }));

/** Leaves the team. For the owner it shows why that is not possible. */
function LeaveButton({ viewer, onLeave }: { viewer: Viewer; onLeave: () => void }) {
  const refusal = leaveRefusal(viewer);
  const leave = () => {
    if (refusal === undefined) onLeave();
    else toast.error(refusal, { description: t("Transfer the organization first, or disband the team.") });
  };
  return (
    <Button
      kind={refusal === undefined ? "quiet-danger" : "quiet"}
      className="-ml-2 h-7! px-2!"
      title={refusal}
      onClick={leave}
    >
      {t("Leave")}
    </Button>
  );
}
