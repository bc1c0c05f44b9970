import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { rich, t } from "../../../language/text.ts";
import { PRIVACY, REGISTER, TERMS } from "../../../session/access.ts";
import { Button } from "../../../ui/Button.tsx";
import { LanguageButton } from "../../../ui/LanguageButton.tsx";
import { Logo } from "../../../ui/Logo.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useDocumentTitle } from "../../parts/use-document-title.ts";
import { LinkCards } from "./LinkCards.tsx";
import { NameForm } from "./NameForm.tsx";
import { GitHubIcon, GoogleIcon } from "./ProviderIcons.tsx";
import { useSignIn } from "./use-sign-in.ts";

export function LoginPage() {
  useDocumentTitle(t("Sign in"));
  // Preserves the redirect target on the way through /register.
  const state: unknown = useLocation().state;
  return (
    <main className="grid min-h-dvh lg:grid-cols-[minmax(420px,5fr)_7fr]">
      <section className="flex flex-col px-5 py-6 sm:px-10">
        <div className="flex items-center justify-between">
          <Logo />
          <LanguageButton className="-mr-2" />
        </div>
        <div className="mx-auto flex w-full max-w-88 flex-1 flex-col justify-center py-12">
          <h1 className="text-2xl font-semibold tracking-[-0.02em] text-balance">{t("Give your agents a phone")}</h1>
          <p className="mt-2 text-balance text-mute">
            {t("Virtual phones, browsers and desktops on demand. Drive them from code, watch them live.")}
          </p>
          <SignInButtons />
          <AlphaWarning />
          <p className="mt-4 text-xs text-mute">
            {rich("By continuing you agree to the {terms} and the {privacy}.", {
              terms: <LegalLink to={TERMS}>{t("Terms of Service")}</LegalLink>,
              privacy: <LegalLink to={PRIVACY}>{t("Privacy Policy")}</LegalLink>,
            })}
          </p>
        </div>
        <p className="text-xs text-mute">
          {t("No account yet?")}{" "}
          <Link
            to={REGISTER}
            state={state}
            className="text-text underline decoration-line2 underline-offset-4 hover:decoration-accent"
          >
            {t("Create your account")}
          </Link>
        </p>
      </section>
      <LinkCards />
    </main>
  );
}

function SignInButtons() {
  const { offered, opening, signInWith, signInAs } = useSignIn();
  return (
    <div className="mt-8 grid gap-2.5">
      {offered.isLocal && (
        <NameForm onSubmit={signInAs} isBusy={opening === "name"} isDisabled={opening !== undefined} />
      )}
      {offered.github && (
        <Button
          kind={offered.isLocal ? "plain" : "primary"}
          className="h-10"
          onClick={() => signInWith("github")}
          isBusy={opening === "github"}
          disabled={opening !== undefined}
        >
          {opening !== "github" && <GitHubIcon />}
          {t("Continue with GitHub")}
        </Button>
      )}
      {offered.google === undefined && !offered.isLocal && <Skeleton className="h-10 rounded-[7px]" />}
      {offered.google === true && !offered.isLocal && (
        <Button
          kind={offered.github ? "plain" : "primary"}
          className="h-10"
          onClick={() => signInWith("google")}
          isBusy={opening === "google"}
          disabled={opening !== undefined}
        >
          {opening !== "google" && <GoogleIcon />}
          {t("Continue with Google")}
        </Button>
      )}
    </div>
  );
}

function AlphaWarning() {
  return (
    <p className="mt-6 flex gap-2.5 rounded-lg border border-line bg-warn-soft px-3 py-2.5 text-xs text-warn">
      <TriangleAlert className="mt-px size-3.5 shrink-0" aria-hidden="true" />
      {t("Warning: Alpha test only, no SLA guarantee.")}
    </p>
  );
}

function LegalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="underline decoration-line2 underline-offset-4 hover:text-text hover:decoration-accent">
      {children}
    </Link>
  );
}
