import type { InviteLink } from "@terrarium/contract/invite";
import type { OrganizationMember } from "@terrarium/contract/organization";
import { useEffect, useState } from "react";
import { useInviteLinks } from "../../../api/invites.ts";
import { useMembers } from "../../../api/organizations.ts";
import { useRole } from "../../../api/use-role.ts";
import { t } from "../../../language/text.ts";
import { useSession } from "../../../session/store.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Page } from "../../layout/Page.tsx";
import { LoadFailure } from "../../parts/LoadFailure.tsx";
import { CreateInviteDialog } from "./CreateInviteDialog.tsx";
import { DeleteInviteDialog } from "./DeleteInviteDialog.tsx";
import { DisbandDialog } from "./DisbandDialog.tsx";
import { InviteLinks } from "./InviteLinks.tsx";
import { JoinBox } from "./JoinBox.tsx";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { Members } from "./Members.tsx";
import { RemoveMemberDialog } from "./RemoveMemberDialog.tsx";
import type { Viewer } from "./team-rules.ts";
import { TransferDialog } from "./TransferDialog.tsx";

type OpenDialog =
  | { kind: "disband" | "leave" | "invite" }
  | { kind: "transfer"; to: OrganizationMember | undefined }
  | { kind: "remove"; member: OrganizationMember }
  | { kind: "delete-invite"; link: InviteLink };

export function TeamPage() {
  const team = useTeam();
  const user = useSession((session) => session.user);
  const members = useMembers(team.id);
  const invites = useInviteLinks(team.id);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const error = members.error ?? invites.error;
  useEffect(() => {
    if (error !== null) console.error("Error loading team data", error);
  }, [error]);

  const viewer: Viewer = { userId: user?.id ?? "", role: useRole() };
  const retry = () => {
    for (const query of [members, invites]) if (query.isError) void query.refetch();
  };

  return (
    <Page title={t("TEAM MANAGEMENT")} documentTitle={t("Team")}>
      {error === null ? (
        <>
          <Members
            members={members.data}
            viewer={viewer}
            onTransfer={(to) => setDialog({ kind: "transfer", to })}
            onDisband={() => setDialog({ kind: "disband" })}
            onLeave={() => setDialog({ kind: "leave" })}
            onRemove={(member) => setDialog({ kind: "remove", member })}
          />
          <InviteLinks
            links={invites.data}
            onCreate={() => setDialog({ kind: "invite" })}
            onDelete={(link) => setDialog({ kind: "delete-invite", link })}
          />
        </>
      ) : (
        <LoadFailure
          title={t("Error loading team data")}
          error={error}
          isRetrying={members.isFetching || invites.isFetching}
          onRetry={retry}
        />
      )}
      <JoinBox />
      <CreateInviteDialog isOpen={dialog?.kind === "invite"} onClose={close} />
      <DisbandDialog isOpen={dialog?.kind === "disband"} onClose={close} />
      <TransferDialog
        isOpen={dialog?.kind === "transfer"}
        onClose={close}
        others={(members.data ?? []).filter(({ userId }) => userId !== viewer.userId)}
        preselected={dialog?.kind === "transfer" ? dialog.to : undefined}
      />
      <LeaveDialog isOpen={dialog?.kind === "leave"} onClose={close} />
      <DeleteInviteDialog link={dialog?.kind === "delete-invite" ? dialog.link : undefined} onClose={close} />
      <RemoveMemberDialog member={dialog?.kind === "remove" ? dialog.member : undefined} onClose={close} />
    </Page>
  );
}
