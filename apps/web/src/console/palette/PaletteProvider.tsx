import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useSession } from "../../session/store.ts";
import { isApple } from "../../ui/platform.ts";
import { lateDialog } from "../../viewer/parts/late-view.tsx";
import { PaletteContext } from "./palette-context.ts";

const Palette = lateDialog("Palette", () => import("./Palette.tsx"));

/** Opens the palette with ⌘K, or Ctrl+K on keyboards without ⌘, from anywhere. Its code is loaded on first use. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  const hasTeam = useSession(({ team }) => team !== null);
  const opener = useRef<HTMLElement>(null);
  const open = () => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setState("open");
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Keyboards of non-Latin scripts produce another letter for this key.
    const isLetter = event.key.toLowerCase() === "k" || (event.code === "KeyK" && event.key > "\u{7f}");
    const isShortcut = isLetter && (isApple ? event.metaKey : event.ctrlKey);
    if (!isShortcut || event.altKey || event.shiftKey || event.defaultPrevented) return;
    // Do not open above another dialog.
    if (state !== "open" && document.querySelector("[role=dialog]") !== null) return;
    event.preventDefault();
    if (state === "open") setState("closed");
    else open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  return (
    <PaletteContext value={open}>
      {children}
      {hasTeam && state !== "never" && (
        <Palette isOpen={state === "open"} onClose={() => setState("closed")} opener={opener} />
      )}
    </PaletteContext>
  );
}
