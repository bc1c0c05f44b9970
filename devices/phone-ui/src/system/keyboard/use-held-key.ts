import { useState } from "react";
import type { DragEvent } from "../../render/node.ts";

/** What a held key offers, and which of it the finger is at. */
export interface HeldKey {
  variants: readonly string[];
  at: number;
  /** dp from the keyboard's left edge. */
  left: number;
  /** Of each variant, in dp. */
  width: number;
  /** Of the key's row. */
  row: number;
}

const widest = 40;
/** To the sides of the screen, in dp. */
const margin = 4;

/** Choosing among what a held key offers: the finger slides to one and lets go. */
export function useHeldKey(options: { widthDp: number; scale: number; onChoose: (text: string) => void }): {
  held: HeldKey | undefined;
  hold: (variants: readonly string[], row: number) => (event: DragEvent) => void;
} {
  const { widthDp, scale, onChoose } = options;
  const [held, setHeld] = useState<HeldKey>();
  const hold = (variants: readonly string[], row: number) => (event: DragEvent) => {
    const xDp = event.xPx / scale;
    if (event.phase === "start") {
      const width = Math.min(widest, (widthDp - 2 * margin) / variants.length);
      // The first one is where the finger is, as far as the screen is wide.
      const left = Math.max(margin, Math.min(widthDp - width * variants.length - margin, xDp - width / 2));
      setHeld({ variants, at: 0, left, width, row });
    } else if (event.phase === "move") {
      setHeld((now) => {
        // A finger that rests chooses the first.
        if (!now || Math.abs(event.dxPx) < 8 * scale) return now;
        const at = Math.max(0, Math.min(variants.length - 1, Math.floor((xDp - now.left) / now.width)));
        return at === now.at ? now : { ...now, at };
      });
    } else {
      const chosen = held?.variants[held.at];
      setHeld(undefined);
      if (event.phase === "end" && chosen !== undefined) onChoose(chosen);
    }
  };
  return { held, hold };
}
