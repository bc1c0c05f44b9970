import { translate } from "../../language/language.ts";
import { t } from "../../language/text.ts";
import { readAddress } from "./address.ts";
import type { FinalEnd, Pause } from "./live-socket.ts";

/** Message about an ended or paused connection, with a link. */
export interface EndWords {
  title: string;
  text: string;
  link: { label: string; href: string } | undefined;
}

/**
 * Returns whether the visitor may have only a link to one sandbox. The console would redirect such visitors to its
 * sign-in.
 */
function isByLink(): boolean {
  const { link, isBare } = readAddress(location);
  return link !== undefined || isBare;
}
const sandboxes = (): EndWords["link"] =>
  isByLink() ? undefined : { label: t("See your sandboxes"), href: "/sandboxes" };
/** Returns a link to the sandbox's own page, where it can be started. Visitors with a link have no such page. */
function ownPage(): EndWords["link"] {
  const { sandboxId } = readAddress(location);
  if (sandboxId === "" || isByLink()) return undefined;
  return { label: t("Open sandbox page"), href: `/sandboxes/${encodeURIComponent(sandboxId)}` };
}
const login = () => ({ label: t("Sign in"), href: "/login" });

export function endWords(end: FinalEnd | Pause): EndWords {
  switch (end.kind) {
    case "unauthorized":
      return {
        title: t("You are not signed in"),
        text: t("Sign in to see this sandbox, then open it again."),
        link: login(),
      };
    case "link-over":
      return {
        title: t("This link has expired"),
        text: t("It expired or was revoked, or its sandbox has ended. Ask the sender for a new one."),
        link: undefined,
      };
    case "not-found":
      return {
        title: t("No such sandbox"),
        text: t("It no longer exists, or it belongs to a team you are not in."),
        link: sandboxes(),
      };
    case "ended":
      return { title: t("This sandbox has ended"), text: sentence(translate(end.detail)), link: sandboxes() };
    case "stopped":
      return {
        title: t("This sandbox is stopped"),
        text: t("It appears here again once it is started."),
        link: ownPage(),
      };
    case "starting":
      return { title: t("This sandbox is starting"), text: sentence(translate(end.detail)), link: undefined };
    case "refused":
      return { title: t("The server refused the request"), text: sentence(translate(end.detail)), link: sandboxes() };
  }
}

/** Returns the text with a capital letter and a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?。！？]$/.test(trimmed) ? "" : t(".")}`;
}
