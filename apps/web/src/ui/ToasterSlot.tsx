import { type ComponentType, useEffect, useState } from "react";
import { onToast } from "./toast.ts";

const FIRST_USE = ["pointerdown", "keydown"] as const;

/**
 * Where messages appear. The toaster's code is fetched when the page is first used, as most messages answer that and
 * some say that the server is gone, or with the first message. If it cannot be fetched, the next one tries again.
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
    return () => {
      onToast(() => undefined);
      for (const event of FIRST_USE) window.removeEventListener(event, fetchToaster);
    };
  }, [Toaster]);
  return Toaster === undefined ? null : <Toaster />;
}
