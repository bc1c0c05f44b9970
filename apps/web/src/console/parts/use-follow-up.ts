import { useCallback } from "react";
import { type NavigateOptions, useLocation, useNavigate } from "react-router";

/** The router's part of the history state. */
type HistoryState = { idx?: number; key?: string } | null;

/** Returns whether the browser is still at the history entry of a rendered location. */
function isStillAt(key: string): boolean {
  const state = window.history.state as HistoryState;
  // Other kinds of history, as in tests, store nothing there.
  return state?.idx === undefined || (state.key ?? "default") === key;
}

/**
 * Returns a navigate function for effects and responses. It does nothing if the user has navigated since the location
 * was rendered: the old page may stay mounted until the new one is ready.
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
