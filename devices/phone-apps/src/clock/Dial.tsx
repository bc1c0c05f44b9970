import type { SKRSContext2D } from "@napi-rs/canvas";
import { Draw, View } from "@terrarium/phone-ui/render/elements";
import { useUsableHeight } from "@terrarium/phone-ui/services/bars";
import { useColors, useScreen } from "@terrarium/phone-ui/services/services";
import { useCallback, type ReactElement, type ReactNode } from "react";
import { drawRing } from "./draw-ring.ts";

/** Steps of the ring: finer ones nobody sees. */
const steps = 720;

/** Whether there is room for the page's title: the bar at the bottom names it as well. */
export function useRoomy(): boolean {
  return useUsableHeight() >= 600;
}

/** The diameter that leaves room for what is around it, in dp. */
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

/** The glyphs of the three buttons beside each other, where `part` of the screen's width has room for them. */
export function useButtonIcon(part = 1): (path: string) => { icon: string } | undefined {
  const { widthDp, fontScale } = useScreen();
  return (path) => ((widthDp * part) / fontScale < 340 ? undefined : { icon: path });
}

/** A ring that fills, with something in its middle. */
export function Dial({ part, children }: { part: number; children: ReactNode }): ReactElement {
  const colors = useColors();
  const size = useDialSize();
  const shown = Math.round(part * steps) / steps;
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
