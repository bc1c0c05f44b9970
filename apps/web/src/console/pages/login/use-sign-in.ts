import type { OAuthProvider } from "@terrarium/contract/auth";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { t } from "../../../language/text.ts";
import { beginSignIn, safeReturnPath } from "../../../session/oauth.ts";
import { toast } from "../../../ui/toast.ts";

/** Loaded lazily, because the contract and its validation are large: the page shows first. */
const api = () => import("../../../api/auth.ts");
/** Returns the message for a failed sign-in. If its code cannot be loaded either, the server is unreachable. */
const explain = (failure: unknown): Promise<string> =>
  import("../../../api/sign-in-error.ts").then(
    ({ signInErrorMessage }) => signInErrorMessage(failure),
    () => t("The server could not be reached"),
  );

/**
 * State of the sign-in buttons: the offered providers, the provider being opened, and the action. Until the offer is
 * known, GitHub is offered and Google is undefined. A failure is shown as a toast.
 */
export function useSignIn() {
  const [offered, setOffered] = useState<{ github: boolean; google?: boolean }>({ github: true });
  const [opening, setOpening] = useState<OAuthProvider>();
  const from = safeReturnPath((useLocation().state as { from?: unknown } | null)?.from);

  useEffect(() => {
    let isCurrent = true;
    api()
      .then(({ loginClient }) => loginClient())
      .then(({ githubClientId, googleClientId }) => ({
        github: githubClientId !== "",
        google: googleClientId !== null,
      }))
      .then((known) => isCurrent && setOffered(known))
      .catch((error: unknown) => {
        console.error("The ways to sign in could not be loaded", error);
        if (isCurrent) setOffered({ github: true, google: false });
      });
    return () => {
      isCurrent = false;
    };
  }, []);

  const signInWith = async (provider: OAuthProvider) => {
    setOpening(provider);
    try {
      const { authorizeRequest } = await api();
      const request = await authorizeRequest(provider, window.location.origin);
      window.location.assign(await beginSignIn({ ...request, returnTo: from }));
    } catch (error) {
      toast.error(await explain(error));
      setOpening(undefined);
    }
  };

  // The browser's Back button restores the page with its spinning button, so reset it.
  useEffect(() => {
    const reset = (event: PageTransitionEvent) => event.persisted && setOpening(undefined);
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, []);

  return { offered, opening, signInWith: (provider: OAuthProvider) => void signInWith(provider) };
}
