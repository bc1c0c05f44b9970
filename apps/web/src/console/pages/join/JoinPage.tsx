import { INVITE_CODE_MAX_CHARS } from "@terrarium/contract/limits";
import { useNavigate, useParams } from "react-router";
import { messageOf } from "../../../api/api-error.ts";
import { useJoin } from "../../../api/organizations.ts";
import { t } from "../../../language/text.ts";
import { switchTeam, useSession } from "../../../session/store.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { toast } from "../../../ui/toast.ts";
import { Page } from "../../layout/Page.tsx";

/** Joins the team of an invite link. Asks first, because opening a link alone must change nothing. */
export function JoinPage() {
  const { code = "" } = useParams();
  const inviteCode = code.slice(0, INVITE_CODE_MAX_CHARS);
  const name = useSession((session) => session.user?.name);
  const navigate = useNavigate();
  const join = useJoin();
  const submit = () =>
    join.mutate(inviteCode, {
      onSuccess: (team, isShown) => {
        toast.success(t("Successfully joined organization"), { description: team.name });
        if (!isShown) return;
        switchTeam(team);
        void navigate("/team", { replace: true });
      },
      onError: (error) => console.error("The team was not joined", error),
    });
  return (
    <Page title={t("JOIN ORGANIZATION")} documentTitle={t("Join Organization")}>
      <Card
        title={t("You are invited to a team")}
        description={t("You join as {name}, with the role of a member.", { name: name ?? "" })}
        className="max-w-xl"
      >
        <p className="mt-4 font-mono text-xs text-mute">{inviteCode}</p>
        <Button kind="primary" className="mt-4" onClick={submit} isBusy={join.isPending}>
          {join.isPending ? t("Joining...") : t("Join")}
        </Button>
        {join.error !== null && (
          <p role="alert" className="mt-3 text-sm text-bad">
            {messageOf(join.error)}
          </p>
        )}
      </Card>
    </Page>
  );
}
