import { type ComponentType, useEffect, useState } from "react";
import { onToast } from "./toast.ts";

const FIRST_USE = ["pointerdown", "keydown"] as const;
/** Long after the page itself was fetched. */
const UNUSED_MS = 3_000;

/**
 * Where messages appear. The toaster's code is fetched when the page is first used or has stood for a while, as most
 * messages answer a use and some say that the server is gone, or with the first message. If it cannot be fetched, the next one tries again.
 */
export function ToasterSlot() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    if (Toaster !== undefined) return undefined;
    const fetchToaster = () => {
      import("./Toaster.tsx").then(
        (file) => setToaster(() => file.Toaster),
        (error: unknown) => console.error("The code that shows messages could not be loaded", error),
      );
    };
    onToast(fetchToaster);
    for (const event of FIRST_USE) window.addEventListener(event, fetchToaster, { once: true });
    const timer = setTimeout(fetchToaster, UNUSED_MS);
    return () => {
      onToast(() => undefined);
      clearTimeout(timer);
      for (const event of FIRST_USE) window.removeEventListener(event, fetchToaster);
    };
  }, [Toaster]);
  return Toaster === undefined ? null : <Toaster />;
}
