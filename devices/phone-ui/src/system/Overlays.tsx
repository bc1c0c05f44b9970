import { mdiChevronLeft, mdiChevronRight } from "@mdi/js";
import type { SKRSContext2D } from "@napi-rs/canvas";
import { useMemo, type ReactElement } from "react";
import { Draw, Icon, Text, View } from "../render/elements.ts";
import { useColors, useScreen, useSetting, useSystem } from "../services/services.ts";
import type { Pointer } from "../services/system-store.ts";

const FILL = { absolute: true, top: 0, left: 0, right: 0, bottom: 0 } as const;

/** A black cover while the screen is off. */
export function Darkness(): ReactElement | null {
  const awake = useSystem((state) => state.awake);
  return awake ? null : <View modal packageName="com.android.systemui" style={{ ...FILL, background: "#000000" }} />;
}

/** The arrow at the edge during a back gesture. */
export function BackArrow(): ReactElement | null {
  const colors = useColors();
  const { heightDp } = useScreen();
  const gesture = useSystem((state) => state.backGesture);
  if (!gesture) return null;
  const { side, yDp, far, distanceDp } = gesture;
  const size = far ? 48 : 40;
  const out = Math.min(16, distanceDp / 4);
  return (
    <View
      passThrough
      style={{
        absolute: true,
        top: Math.max(40, Math.min(heightDp - 90, yDp - size / 2)),
        ...(side === "left" ? { left: out } : { right: out }),
        width: size,
        height: size,
        radius: size / 2,
        align: "center",
        justify: "center",
        background: far ? colors.primary : colors.surfaceHighest,
        shadow: { color: "#00000055", blur: 10, y: 2 },
      }}
    >
      <Icon
        path={side === "left" ? mdiChevronLeft : mdiChevronRight}
        size={26}
        color={far ? colors.onPrimary : colors.onSurface}
        passThrough
      />
    </View>
  );
}

/** Dots under the fingers, and with `pointer_location` their coordinates and trails. */
export function TouchOverlays(): ReactElement | null {
  const showTouches = useSetting("system", "show_touches") === "1";
  const pointerLocation = useSetting("system", "pointer_location") === "1";
  const pointers = useSystem((state) => state.pointers);
  if (!showTouches && !pointerLocation) return null;
  return (
    <View passThrough inert style={FILL}>
      {pointerLocation ? <PointerLocation pointers={pointers} /> : null}
      {showTouches ? pointers.map((pointer) => <TouchDot key={pointer.id} pointer={pointer} />) : null}
    </View>
  );
}

function TouchDot({ pointer }: { pointer: Pointer }): ReactElement {
  const { densityDpi } = useScreen();
  const scale = densityDpi / 160;
  return (
    <View
      passThrough
      style={{
        absolute: true,
        left: pointer.xPx / scale - 14,
        top: pointer.yPx / scale - 14,
        width: 28,
        height: 28,
        radius: 14,
        background: "#ffffffb3",
        border: { width: 1.5, color: "#00000066" },
        shadow: { color: "#00000055", blur: 6, y: 1 },
      }}
    />
  );
}

function PointerLocation({ pointers }: { pointers: readonly Pointer[] }): ReactElement {
  const { widthPx, heightPx } = useScreen();
  const trail = useSystem((state) => state.pointerTrail);
  const [first] = pointers;
  const cells = [
    `P: ${pointers.length} / ${pointers.length}`,
    `X: ${first ? first.xPx.toFixed(1) : "0.0"}`,
    `Y: ${first ? first.yPx.toFixed(1) : "0.0"}`,
  ];
  const lines = useMemo(
    () => (context: SKRSContext2D) => {
      context.strokeStyle = "#3a7bff";
      context.lineWidth = 2;
      for (const { xPx, yPx } of pointers) {
        context.beginPath();
        context.moveTo(0, yPx);
        context.lineTo(widthPx, yPx);
        context.moveTo(xPx, 0);
        context.lineTo(xPx, heightPx);
        context.stroke();
      }
      context.strokeStyle = "#00b0a0";
      for (const id of new Set(trail.map((each) => each.id))) {
        context.beginPath();
        for (const { id: own, xPx, yPx } of trail) if (own === id) context.lineTo(xPx, yPx);
        context.stroke();
      }
    },
    [pointers, trail, widthPx, heightPx],
  );
  return (
    <>
      {trail.length > 0 ? <Draw passThrough style={FILL} draw={lines} /> : null}
      <View passThrough style={{ direction: "row", gap: 1, height: 16 }}>
        {cells.map((cell) => (
          <View key={cell[0]} passThrough style={{ grow: 1, basis: 0, background: "#ffffffcc", paddingX: 6 }}>
            <Text text={{ size: 11, lineHeight: 16, weight: 500, color: "", fixed: true }} color="#000000" passThrough>
              {cell}
            </Text>
          </View>
        ))}
      </View>
    </>
  );
}
