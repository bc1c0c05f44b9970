import { useRef, useState } from "react";

/** Two taps on Shift within this time lock it. */
const lockMs = 350;

type Shift = "auto" | "off" | "once" | "locked";

/** Whether letters are large: for one letter, for all, or because a sentence begins. */
export function useShift(beginsSentence: boolean): {
  capitals: boolean;
  locked: boolean;
  press: () => void;
  /** A letter was typed. */
  typed: () => void;
} {
  const [shift, setShift] = useState<Shift>("auto");
  const lastPressMs = useRef(-Infinity);
  const capitals = shift === "once" || shift === "locked" || (shift === "auto" && beginsSentence);
  const press = (): void => {
    const nowMs = performance.now();
    const again = nowMs - lastPressMs.current < lockMs;
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
