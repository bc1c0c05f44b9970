import { USER_NAME_MAX_CHARS } from "@terrarium/contract/limits";
import { type SubmitEvent, useState } from "react";
import { messageOf } from "../../../api/api-error.ts";
import { useUpdateName } from "../../../api/user.ts";
import { LANGUAGE_CHOICES, useLanguage } from "../../../language/language.ts";
import { t } from "../../../language/text.ts";
import { useSession } from "../../../session/store.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Input } from "../../../ui/Field.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { switchLanguage } from "../../../ui/switch-language.ts";
import { toast } from "../../../ui/toast.ts";
import { Page } from "../../layout/Page.tsx";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";

export function AccountPage() {
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Page title={t("ACCOUNT")} documentTitle={t("Account")}>
      <div className="grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-3.5">
        <Card title={t("Profile Information")} description={t("How your teams see you.")}>
          <NameRow />
        </Card>
        <LanguageCard />
        <Card title={t("Danger Zone")} isDanger>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <p className="min-w-0 flex-1 basis-72 text-sm text-mute">
              {t(
                "Deletes your account and all its data. Teams that you own pass to their longest-standing admin or member. Teams without other members are disbanded.",
              )}
            </p>
            <Button kind="danger" onClick={() => setIsDeleting(true)}>
              {t("Delete Account")}
            </Button>
          </div>
        </Card>
      </div>
      <DeleteAccountDialog isOpen={isDeleting} onClose={() => setIsDeleting(false)} />
    </Page>
  );
}

function LanguageCard() {
  return (
    <Card
      title={t("Language")}
      description={t("How this browser shows the console.")}
      actions={
        <Segments label={t("Language")} entries={LANGUAGE_CHOICES} value={useLanguage()} onChange={switchLanguage} />
      }
    />
  );
}

/** The name. Edit turns it into an input with Save. */
function NameRow() {
  const user = useSession((session) => session.user);
  const [draft, setDraft] = useState<string>();
  const update = useUpdateName();
  const name = user?.name ?? "";
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    update.mutate(draft ?? "", {
      onSuccess: () => {
        toast.success(t("Name updated successfully"));
        setDraft(undefined);
      },
      onError: (error) => {
        console.error("The name could not be changed", error);
        toast.error(t("Update failed, please try again later"), { description: messageOf(error) });
      },
    });
  };
  return (
    <form onSubmit={save} className="flex h-12 items-center gap-3">
      <Avatar name={name} image={user?.avatar ?? null} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <label htmlFor="account-name" className="text-xs text-mute">
          {t("Name")}
        </label>
        {draft === undefined ? (
          <output id="account-name" title={name} className="truncate text-base leading-7 font-medium">
            {name}
          </output>
        ) : (
          <Input
            id="account-name"
            className="h-7! max-w-80"
            value={draft}
            maxLength={USER_NAME_MAX_CHARS}
            ref={(input) => input?.focus()}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => event.key === "Escape" && setDraft(undefined)}
          />
        )}
      </span>
      {draft === undefined ? (
        <Button key="edit" onClick={() => setDraft(name)}>
          {t("Edit")}
        </Button>
      ) : (
        <Button key="save" type="submit" kind="primary" isBusy={update.isPending}>
          {t("Save")}
        </Button>
      )}
    </form>
  );
}
