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

interface Offer {
  github: boolean;
  /** Undefined until known. */
  google?: boolean;
  /** Whether users sign in with any name, unverified: the server has no OAuth app. */
  isLocal: boolean;
}

/** Servers without an OAuth app are reachable on their own machine only. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Posts a name to the local provider, which returns to this site with a code. */
function postName(address: string, login: string): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = address;
  const field = document.createElement("input");
  field.name = "login";
  field.value = login;
  form.append(field);
  document.body.append(form);
  form.submit();
}

/**
 * State of the sign-in: what the server offers, the way being opened, and the actions. Until the offer is known, GitHub
 * is offered, and the name field only at a loopback address. A failure is shown as a toast.
 */
export function useSignIn() {
  const [offered, setOffered] = useState<Offer>(() => ({
    github: true,
    isLocal: LOOPBACK.test(window.location.hostname),
  }));
  const [opening, setOpening] = useState<OAuthProvider | "name">();
  const from = safeReturnPath((useLocation().state as { from?: unknown } | null)?.from);

  useEffect(() => {
    let isCurrent = true;
    api()
      .then(({ loginClient }) => loginClient())
      .then(({ githubClientId, googleClientId, localIdentityProvider }) => ({
        github: githubClientId !== "",
        google: googleClientId !== null,
        isLocal: localIdentityProvider,
      }))
      .then((known) => isCurrent && setOffered(known))
      .catch((error: unknown) => {
        console.error("The ways to sign in could not be loaded", error);
        if (isCurrent) setOffered((offer) => ({ ...offer, github: true, google: false }));
      });
    return () => {
      isCurrent = false;
    };
  }, []);

  const begin = async (provider: OAuthProvider, way: OAuthProvider | "name", go: (address: string) => void) => {
    setOpening(way);
    try {
      const { authorizeRequest } = await api();
      const request = await authorizeRequest(provider, window.location.origin);
      go(await beginSignIn({ ...request, returnTo: from }));
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

  const open = (address: string) => window.location.assign(address);
  return {
    offered,
    opening,
    signInWith: (provider: OAuthProvider) => void begin(provider, provider, open),
    signInAs: (name: string) =>
      // The site's policy allows forms to its own origin only.
      void begin("github", "name", (address) =>
        new URL(address).origin === window.location.origin ? postName(address, name) : open(address),
      ),
  };
}
