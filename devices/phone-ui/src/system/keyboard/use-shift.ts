import { useRef, useState } from "react";
import { useServices } from "../../services/services.ts";

/** Largest time between two taps on Shift that lock it. */
const LOCK_MS = 350;

type Shift = "auto" | "off" | "once" | "locked";

/** Returns whether letters are capital: for one letter, locked, or at the start of a sentence. */
export function useShift(beginsSentence: boolean): {
  capitals: boolean;
  locked: boolean;
  press: () => void;
  /** Called after each typed letter. */
  typed: () => void;
} {
  const { clock } = useServices();
  const [shift, setShift] = useState<Shift>("auto");
  const lastPressMs = useRef(-Infinity);
  const capitals = shift === "once" || shift === "locked" || (shift === "auto" && beginsSentence);
  const press = (): void => {
    const nowMs = clock.elapsedMs();
    const again = nowMs - lastPressMs.current < LOCK_MS;
    lastPressMs.current = nowMs;
    if (again && shift !== "locked") setShift("locked");
    else setShift(capitals ? "off" : "once");
  };
  const typed = (): void => {
    lastPressMs.current = -Infinity;
    if (shift !== "locked") setShift("auto");
  };
  return { capitals, locked: shift === "locked", press, typed };
}
