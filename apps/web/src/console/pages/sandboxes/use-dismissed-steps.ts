import { useState } from "react";

/** Returns whether this browser's user has dismissed a team's checklist, and a function that dismisses it. */
export function useDismissedSteps(organizationId: string): [isDismissed: boolean, dismiss: () => void] {
  const key = `first-steps-dismissed-${organizationId}`;
  const [dismissedKey, setDismissedKey] = useState<string>();
  const dismiss = () => {
    localStorage.setItem(key, "true");
    setDismissedKey(key);
  };
  return [dismissedKey === key || localStorage.getItem(key) !== null, dismiss];
}
