import type { FinalEnd } from "./live-socket.ts";

/** What to tell a person about something that does not go on, and where to go from there. */
export interface EndWords {
  title: string;
  text: string;
  link: { label: string; href: string } | undefined;
}

const SANDBOXES = { label: "See your sandboxes", href: "/sandboxes" };
const LOGIN = { label: "Sign in", href: "/login" };

export function endWords(end: FinalEnd): EndWords {
  switch (end.kind) {
    case "unauthorized":
      return { title: "You are not signed in", text: "Sign in to see this sandbox, then open it again.", link: LOGIN };
    case "not-found":
      return {
        title: "No such sandbox",
        text: "It does not exist any more, or it belongs to a team you are not in.",
        link: SANDBOXES,
      };
    case "ended":
      return { title: "This sandbox has ended", text: sentence(end.detail), link: SANDBOXES };
    case "refused":
      return { title: "The server refused this", text: sentence(end.detail), link: SANDBOXES };
  }
}

/** With a capital letter and a full stop, as all our sentences. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? "" : "."}`;
}
