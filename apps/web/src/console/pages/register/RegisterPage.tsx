import { Link, useLocation, useNavigate } from "react-router";
import { t } from "../../../language/text.ts";
import { LOGIN } from "../../../session/access.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { LanguageButton } from "../../../ui/LanguageButton.tsx";
import { Logo } from "../../../ui/Logo.tsx";
import { useDocumentTitle } from "../../parts/use-document-title.ts";
import { GitHubIcon, GoogleIcon } from "../login/ProviderIcons.tsx";
import { useSignIn } from "../login/use-sign-in.ts";

export function RegisterPage() {
  useDocumentTitle(t("Create your account"));
  const navigate = useNavigate();
  // Preserves the redirect target on the way to the sign-in.
  const state: unknown = useLocation().state;
  const { offered, opening, signInWith } = useSignIn();
  const whyNot = (isOffered: boolean | undefined, provider: string) =>
    isOffered === false ? t("Sign-in with {provider} is not set up on this server", { provider }) : undefined;
  return (
    <main className="flex min-h-dvh flex-col px-5 py-6 sm:px-10">
      <div className="flex items-center justify-between">
        <Logo />
        <LanguageButton className="-mr-2" />
      </div>
      <div className="mx-auto flex w-full max-w-88 flex-1 flex-col justify-center py-10">
        <h1 className="text-2xl font-semibold tracking-[-0.02em]">{t("Create your account")}</h1>
        <div className="mt-6 grid grid-cols-2 gap-2.5">
          <Button
            className="h-10"
            onClick={() => signInWith("google")}
            isBusy={opening === "google"}
            disabled={opening !== undefined || offered.google !== true}
            title={whyNot(offered.google, "Google")}
          >
            {opening !== "google" && <GoogleIcon />}
            Google
          </Button>
          <Button
            className="h-10"
            onClick={() => signInWith("github")}
            isBusy={opening === "github"}
            disabled={opening !== undefined || !offered.github}
            title={whyNot(offered.github, "GitHub")}
          >
            {opening !== "github" && <GitHubIcon />}
            GitHub
          </Button>
        </div>
        <p className="my-6 flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {t("or")}
        </p>
        <form
          className="grid gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void navigate(LOGIN, { state });
          }}
        >
          <Field label={t("Full name")} name="name" autoComplete="name" required />
          <Field label={t("Email address")} name="email" type="email" autoComplete="email" required />
          <Field label={t("Password")} name="password" type="password" autoComplete="new-password" required />
          <Button type="submit" kind="primary" className="mt-2 h-10">
            {t("Create account")}
          </Button>
        </form>
        <p className="mt-6 text-center text-sm text-mute">
          {t("Already have an account?")}{" "}
          <Link
            to={LOGIN}
            state={state}
            className="text-text underline decoration-line2 underline-offset-4 hover:decoration-accent"
          >
            {t("Sign in")}
          </Link>
        </p>
      </div>
    </main>
  );
}
