import { useState } from "react";
import type { DragEvent } from "../../render/node.ts";

/** The variants of a held key, with the variant under the finger. */
export interface HeldKey {
  variants: readonly string[];
  at: number;
  /** Distance from the keyboard's left edge, in dp. */
  left: number;
  /** Width of each variant, in dp. */
  width: number;
  /** Index of the key's row. */
  row: number;
}

const WIDEST = 40;
/** Distance to the sides of the screen, in dp. */
const MARGIN = 4;

/** Handles the choice of a held key's variant: the finger slides to a variant and releases it. */
export function useHeldKey(options: { widthDp: number; scale: number; onChoose: (text: string) => void }): {
  held: HeldKey | undefined;
  hold: (variants: readonly string[], row: number) => (event: DragEvent) => void;
} {
  const { widthDp, scale, onChoose } = options;
  const [held, setHeld] = useState<HeldKey>();
  const hold = (variants: readonly string[], row: number) => (event: DragEvent) => {
    const xDp = event.xPx / scale;
    if (event.phase === "start") {
      const width = Math.min(WIDEST, (widthDp - 2 * MARGIN) / variants.length);
      // The first variant is under the finger, within the screen's width.
      const left = Math.max(MARGIN, Math.min(widthDp - width * variants.length - MARGIN, xDp - width / 2));
      setHeld({ variants, at: 0, left, width, row });
    } else if (event.phase === "move") {
      setHeld((now) => {
        // A resting finger selects the first variant.
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
