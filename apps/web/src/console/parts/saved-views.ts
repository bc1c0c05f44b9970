import { useMemo, useSyncExternalStore } from "react";
import type { Label } from "../../language/text.ts";
import { useSession } from "../../session/store.ts";
import { byName, nameProblem, removeStored } from "./stored-items.ts";

/** A named view of the list of sandboxes: the part of its address that search, filters, order and look need. */
export interface SavedView {
  name: string;
  query: string;
}

export const VIEW_NAME_MAX_CHARS = 60;
const VIEWS_MAX = 30;
/** Address parameters of a view, in the order of its query. */
const PARAMETERS = ["q", "started", "cpu", "memory", "status", "sort", "view", "rows"] as const;
const PREFIX = "saved-views-";

/** The server stores no preferences, so the views of a user and team are in the browser. */
const keyOf = (userId: string, teamId: string): string => `${PREFIX}${userId}-${teamId}`;

/** Returns the view's part of an address. Equal views have equal queries. */
export function viewQuery(parameters: URLSearchParams): string {
  const query = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = parameters.get(name);
    if (value !== null) query.set(name, value);
  }
  return query.toString();
}

/** Returns the address values that show a view. */
export function viewValues(query: string): Record<string, string | undefined> {
  const values = new URLSearchParams(query);
  return Object.fromEntries([["page", undefined], ...PARAMETERS.map((name) => [name, values.get(name) ?? undefined])]);
}

const isView = (value: unknown): value is SavedView =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  typeof value.name === "string" &&
  "query" in value &&
  typeof value.query === "string";

/** Parses stored views. Skips unreadable ones, and address parameters that are not part of a view. */
export function parseViews(text: string | null): SavedView[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(stored)) throw new TypeError("not a list");
    return stored
      .filter(isView)
      .slice(0, VIEWS_MAX)
      .map(({ name, query }) => ({ name, query: viewQuery(new URLSearchParams(query)) }));
  } catch (error) {
    console.error("The saved views cannot be read", error);
    return [];
  }
}

/** Returns the problem of a view's name, given the other views, or undefined if it is valid. */
export const viewNameProblem = (name: string, others: readonly SavedView[]): Label | undefined =>
  nameProblem(name, others, { missing: "Enter a name for the view", taken: "Another view has this name" });

export const isFull = (views: readonly SavedView[]): boolean => views.length >= VIEWS_MAX;

/** Removes the views that a user saved in this browser, of all teams. */
export const removeSavedViews = (userId: string): void => removeStored(`${PREFIX}${userId}-`);

/** Components that show views in this tab. Other tabs get a storage event. */
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The views of the user and the current team in this browser, by name. Each change reads what other tabs saved. */
export function useSavedViews() {
  const key = useSession(({ user, team }) => keyOf(user?.id ?? "", team?.id ?? ""));
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const views = useMemo(() => parseViews(text), [text]);
  const change = (next: (views: readonly SavedView[]) => readonly SavedView[]): void => {
    const changed = next(parseViews(localStorage.getItem(key)));
    localStorage.setItem(key, JSON.stringify(changed.toSorted(byName)));
    for (const listener of listeners) listener();
  };
  /** Saves a view, in place of another one if `former` is its name. Throws if the browser's storage is full. */
  const save = (view: SavedView, former = view.name): void =>
    change((stored) => [...stored.filter(({ name }) => name !== former && name !== view.name), view]);
  const remove = (view: SavedView): void => change((stored) => stored.filter(({ name }) => name !== view.name));
  return { views, save, remove };
}
