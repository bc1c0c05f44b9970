import { useEffect } from "react";
import { lateCode } from "./late-code.ts";
import { onToast } from "./toast.ts";

/** Most messages answer a use of the page, and some say that the server is gone: then it is too late to fetch this. */
const TOASTER = lateCode(() => import("./Toaster.tsx"));

/** Where messages appear. If the toaster cannot be fetched, the next message tries again. */
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
