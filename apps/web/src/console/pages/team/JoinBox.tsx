import { INVITE_CODE_MAX_CHARS } from "@terrarium/contract/limits";
import { type SubmitEvent, useState } from "react";
import { useJoin } from "../../../api/organizations.ts";
import { t } from "../../../language/text.ts";
import { switchTeam } from "../../../session/store.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Input } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.ts";
import { reportFailure } from "../../parts/report-failure.ts";

/** Joins another team with an invite code. */
export function JoinBox() {
  const [code, setCode] = useState("");
  const join = useJoin();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    join.mutate(code, {
      onSuccess: (team) => {
        setCode("");
        toast.success(t("Successfully joined organization"), {
          description: team.name,
          action: { label: t("Switch to this team"), onClick: () => switchTeam(team) },
        });
      },
      onError: reportFailure("Failed to join organization"),
    });
  };
  return (
    <Card title={t("Join Organization")} description={t("Enter an invite code from another team.")} className="mt-1">
      <form onSubmit={submit} className="flex max-w-110 gap-2">
        <Input
          aria-label={t("Invite code")}
          placeholder="7K3Q-W9XN-40RD-P2MB"
          className="font-mono text-xs!"
          value={code}
          maxLength={INVITE_CODE_MAX_CHARS}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" disabled={code === ""} isBusy={join.isPending}>
          {join.isPending ? t("Joining...") : t("Join")}
        </Button>
      </form>
    </Card>
  );
}
