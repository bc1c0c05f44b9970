import type { PostedNotification } from "@terrarium/phone-system/system-ui";
import { createContext, useContext } from "react";
import type { DragEvent, UiNode } from "../render/node.ts";
import type { Stage } from "../render/stage.ts";
import type { SystemState } from "../services/system-store.ts";
import type { AppPictures } from "./app-pictures.ts";
import type { RevealHandle } from "./reveal.ts";
import type { WindowFlights } from "./window-flights.ts";

/** Functions available only to the system's own screens. */
export interface Internals {
  readonly stage: Stage;
  readonly pictures: AppPictures;
  /** The windows of the running apps, by package. */
  readonly windows: Map<string, UiNode>;
  readonly flights: WindowFlights;
  /** The list of all apps, for the swipe that opens it. */
  readonly drawer: RevealHandle;
  readonly back: () => void;
  readonly sleep: () => void;
  readonly unlock: () => void;
  readonly setShade: (shade: SystemState["shade"]) => void;
  readonly showRecents: () => void;
  readonly clearNotifications: () => void;
  /** Moves the notification over the screen to the shade. */
  readonly hideHeadsUp: () => void;
  readonly showHeadsUp: (notification: PostedNotification) => void;
  /** Returns words that complete or correct a typed word, the best first. */
  readonly suggest: (typed: string) => readonly string[];
  /** Replaces the word at the caret. */
  readonly complete: (word: string) => void;
  /** Cuts, copies or pastes in the focused field, or selects all its text. */
  readonly edit: (action: EditAction) => void;
  /** Moves a handle of the selection with the finger. */
  readonly moveHandle: (end: "start" | "end", event: DragEvent) => void;
}

export type EditAction = "cut" | "copy" | "paste" | "selectAll";

export const InternalsContext = createContext<Internals | undefined>(undefined);

export function useInternals(): Internals {
  const internals = useContext(InternalsContext);
  if (!internals) throw new Error("rendered outside of the system");
  return internals;
}
