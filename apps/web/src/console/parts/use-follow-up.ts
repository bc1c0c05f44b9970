import { useCallback } from "react";
import { type NavigateOptions, useLocation, useNavigate } from "react-router";

/** The part of the history's state that the router's browser history keeps there. */
type HistoryState = { idx?: number; key?: string } | null;

/** Whether the browser still is at the entry of its history that a location was rendered for. */
function isStillAt(key: string): boolean {
  const state = window.history.state as HistoryState;
  // Another kind of history, as in tests, keeps nothing there.
  return state?.idx === undefined || (state.key ?? "default") === key;
}

/**
 * Returns how effects and answers navigate: not at all if the person has navigated since the location was rendered. The
 * page may still be mounted then, until the other one is ready.
 */
export function useFollowUp(): (to: string, options?: NavigateOptions) => void {
  const { key } = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (to, options) => {
      if (isStillAt(key)) void navigate(to, options);
    },
    [key, navigate],
  );
}
