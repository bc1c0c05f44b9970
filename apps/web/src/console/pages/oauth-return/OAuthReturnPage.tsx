import { OAUTH_PROVIDERS, type OAuthProvider } from "@terrarium/contract/auth";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { exchangeCode } from "../../../api/auth.ts";
import { queryClient, sessionQuery } from "../../../api/query-client.ts";
import { SignInRefusedError, signInErrorMessage } from "../../../api/sign-in-error.ts";
import { t } from "../../../language/text.ts";
import { HOME, LOGIN } from "../../../session/access.ts";
import { type PendingSignIn, safeReturnPath, takePendingSignIn } from "../../../session/oauth.ts";
import { signIn, useSession } from "../../../session/store.ts";
import { LogoMark } from "../../../ui/Logo.tsx";
import { toast } from "../../../ui/toast.ts";
import { useDocumentTitle } from "../../parts/use-document-title.ts";
import { useFollowUp } from "../../parts/use-follow-up.ts";

/** Returns already handled: a code allows one exchange, and React may run an effect twice. */
const handled = new Set<string>();

/**
 * Finishes the sign-in that this tab started and returns the redirect target. Throws errors for `signInErrorMessage`. A
 * failure to load the user's data is reported by the loader.
 */
async function finishSignIn(
  provider: OAuthProvider,
  pending: PendingSignIn | undefined,
  query: URLSearchParams,
): Promise<string> {
  // An old address from the history or a bookmark: no sign-in is pending.
  if (pending === undefined && useSession.getState().token !== null) return HOME;
  const code = query.get("code");
  if (code === null || code === "")
    throw new SignInRefusedError(query.get("error_description") ?? query.get("error") ?? t("no code was returned"));
  if (pending === undefined)
    throw new SignInRefusedError(t("the sign-in was not started in this tab; please try again"));
  const token = await exchangeCode(provider, code, pending.codeVerifier);
  signIn(token);
  const session = sessionQuery(token);
  await queryClient.prefetchQuery(session);
  if (queryClient.getQueryData(session.queryKey) === true) toast.success(t("Login successful"));
  return safeReturnPath(pending.returnTo) ?? HOME;
}

export function OAuthReturnPage() {
  useDocumentTitle(t("Signing in"));
  const { pathname, search } = useLocation();
  const followUp = useFollowUp();
  useEffect(() => {
    const provider = OAUTH_PROVIDERS.find((name) => pathname.endsWith(name));
    if (provider === undefined || handled.has(search)) return;
    handled.add(search);
    const query = new URLSearchParams(search);
    const pending = takePendingSignIn(provider, query.get("state"));
    finishSignIn(provider, pending, query).then(
      (target) => followUp(target, { replace: true }),
      (error: unknown) => {
        console.error("The sign-in failed", error);
        toast.error(signInErrorMessage(error));
        // Preserves the redirect target for a later sign-in.
        followUp(LOGIN, { replace: true, state: { from: pending?.returnTo } });
      },
    );
  }, [pathname, search, followUp]);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6">
      <LogoMark className="size-10 animate-pulse" />
      <output className="text-mute">{t("Logging you in...")}</output>
    </main>
  );
}
