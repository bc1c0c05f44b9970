import { useEffect, useEffectEvent } from "react";

/**
 * Leaves focus mode on Esc. Keys with a meaning of their own do not count: the device's keyboard and open menus cancel
 * the event.
 */
export function useLeaveOnEscape(isFocused: boolean, leave: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) leave();
  });
  useEffect(() => {
    if (!isFocused) return;
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isFocused]);
}
