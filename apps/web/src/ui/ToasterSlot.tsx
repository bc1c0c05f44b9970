import { useEffect } from "react";
import { lateCode } from "./late-code.ts";
import { onToast } from "./toast.ts";

/** Loaded early: some messages report an unreachable server, and then it is too late to load this code. */
const TOASTER = lateCode(() => import("./Toaster.tsx"));

/** Place of the toaster. If its code cannot be loaded, the next message retries. */
export function ToasterSlot() {
  useEffect(() => {
    onToast(() => {
      TOASTER.fetch().catch((error: unknown) =>
        console.error("The code that shows messages could not be loaded", error),
      );
    });
    return () => onToast(() => undefined);
  }, []);
  const Toaster = TOASTER.useCode()?.Toaster;
  return Toaster === undefined ? null : <Toaster />;
}
