import { INVITE_CODE_MAX_CHARS } from "@terrarium/contract/limits";
import { type SubmitEvent, useState } from "react";
import { Link } from "react-router";
import { messageOf } from "../../../api/api-error.ts";
import { logOut } from "../../../api/log-out.ts";
import { reloadSession } from "../../../api/reload-session.ts";
import { useAlphaHost } from "../../../api/use-alpha-host.ts";
import { redeemInviteCode } from "../../../api/user.ts";
import { t } from "../../../language/text.ts";
import { HOME, needsInvite } from "../../../session/access.ts";
import { Button, buttonClass } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { LanguageButton } from "../../../ui/LanguageButton.tsx";
import { Logo } from "../../../ui/Logo.tsx";
import { toast } from "../../../ui/toast.ts";
import { ContactQr } from "../../parts/ContactQr.tsx";
import { useDocumentTitle } from "../../parts/use-document-title.ts";
import { useFollowUp } from "../../parts/use-follow-up.ts";

export function InviteCodePage() {
  useDocumentTitle(t("Enter Invite Code"));
  const signOut = () => {
    logOut();
    toast.success(t("Successfully logged out"));
  };
  const alphaHost = useAlphaHost(true);
  const isOptional = alphaHost !== undefined && !needsInvite(window.location.host, alphaHost);
  return (
    <main className="flex min-h-dvh flex-col px-5 py-6 sm:px-10">
      <div className="flex items-center justify-between">
        <Logo />
        <LanguageButton className="-mr-2" />
      </div>
      <div className="mx-auto flex w-full max-w-88 flex-1 flex-col justify-center py-10">
        <h1 className="text-2xl font-semibold tracking-[-0.02em]">{t("Enter Invite Code")}</h1>
        <p className="mt-2 text-mute">
          {isOptional
            ? t("No code is needed on this server. If you have one, you can still redeem it.")
            : t("The alpha is invite-only. You enter a code once.")}
        </p>
        <InviteCodeForm onLogout={signOut} />
        {isOptional && (
          <Link to={HOME} className={buttonClass("plain", "mt-2.5 h-10!")}>
            {t("See your sandboxes")}
          </Link>
        )}
        <section className="mt-8 grid gap-4 border-t border-line pt-6 text-center">
          <h2 className="text-sm text-mute">{t("Contact us for an invite code")}</h2>
          <ContactQr />
        </section>
      </div>
    </main>
  );
}

function InviteCodeForm({ onLogout }: { onLogout: () => void }) {
  const followUp = useFollowUp();
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isVerifying, setIsVerifying] = useState(false);

  const verify = async () => {
    setIsVerifying(true);
    try {
      await redeemInviteCode(code);
    } catch (error) {
      console.error("The invite code was not accepted", error);
      setProblem(messageOf(error));
      toast.error(messageOf(error));
      setIsVerifying(false);
      return;
    }
    toast.success(t("Invite code verified successfully"));
    await reloadSession();
    followUp(HOME, { replace: true });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void verify();
  };

  return (
    <form onSubmit={submit} className="mt-6" noValidate>
      <Field
        label={t("Invite code")}
        value={code}
        error={problem}
        maxLength={INVITE_CODE_MAX_CHARS}
        placeholder="7K3Q-W9XN-40RD-P2MB"
        onChange={(event) => {
          setCode(event.target.value);
          setProblem(undefined);
        }}
      />
      <div className="mt-3 grid grid-cols-[1fr_auto] gap-2.5">
        <Button type="submit" kind="primary" className="h-10!" isBusy={isVerifying}>
          {t("Verify")}
        </Button>
        <Button className="h-10!" onClick={onLogout}>
          {t("Logout")}
        </Button>
      </div>
    </form>
  );
}
