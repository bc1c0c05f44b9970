import type { SKRSContext2D } from "@napi-rs/canvas";
import { Draw, View } from "@terrarium/phone-ui/render/elements";
import { useUsableHeight } from "@terrarium/phone-ui/services/bars";
import { useColors, useScreen } from "@terrarium/phone-ui/services/services";
import { useCallback, type ReactElement, type ReactNode } from "react";
import { drawRing } from "./draw-ring.ts";

/** Steps of the ring. Finer steps are not visible. */
const STEPS = 720;

/** Reports whether the page title fits. The bottom bar names the page as well. */
export function useRoomy(): boolean {
  return useUsableHeight() >= 600;
}

/** Returns the dial's diameter in dp, with room for the controls around it. */
export function useDialSize(): number {
  const { widthDp } = useScreen();
  const heightDp = useUsableHeight();
  return Math.max(
    120,
    Math.min(
      widthDp - 96,
      heightDp - (widthDp > heightDp ? (heightDp >= 600 ? 270 : 150) : heightDp >= 600 ? 330 : 210),
      340,
    ),
  );
}

/** Returns icons for three adjacent buttons if `part` of the screen's width has room for them. */
export function useButtonIcon(part = 1): (path: string) => { icon: string } | undefined {
  const { widthDp, fontScale } = useScreen();
  return (path) => ((widthDp * part) / fontScale < 340 ? undefined : { icon: path });
}

/** A ring that fills up, with content in its center. */
export function Dial({ part, children }: { part: number; children: ReactNode }): ReactElement {
  const colors = useColors();
  const size = useDialSize();
  const shown = Math.round(part * STEPS) / STEPS;
  const draw = useCallback(
    (context: SKRSContext2D, width: number) => drawRing(context, width, shown, colors),
    [colors, shown],
  );
  return (
    <View style={{ width: size, height: size, align: "center", justify: "center" }}>
      <Draw draw={draw} style={{ absolute: true, width: size, height: size }} passThrough />
      {children}
    </View>
  );
}
