import { type ReactElement } from "react";
import { Text, View } from "../render/elements.ts";
import type { DragEvent } from "../render/node.ts";
import { STATUS_BAR_HEIGHT } from "../services/bars.ts";
import { keyboardHeight } from "../services/key-sizes.ts";
import { useColors, useScreen, useSystem } from "../services/services.ts";
import { TYPE } from "../theme.ts";
import { useInternals, type EditAction } from "./internals.ts";
import { useSystemStrings } from "./system-strings.ts";

const BAR_HEIGHT = 44;
const HANDLE_SIZE = 22;
const REACH = 48;

/** The actions above the selected text, and the two handles below its ends. */
export function TextActions(): ReactElement | null {
  const selection = useSystem((state) => state.textSelection);
  const { densityDpi } = useScreen();
  if (!selection) return null;
  const scale = densityDpi / 160;
  const { start, end } = selection;
  return (
    <>
      {selection.empty ? null : (
        <>
          <Handle end="start" x={start.left / scale} y={start.bottom / scale} />
          <Handle end="end" x={end.right / scale} y={end.bottom / scale} />
        </>
      )}
      {selection.dragging ? null : (
        <ActionBar
          top={Math.min(start.top, end.top) / scale}
          bottom={Math.max(start.bottom, end.bottom) / scale}
          x={(start.left + end.right) / 2 / scale}
          empty={selection.empty}
        />
      )}
    </>
  );
}

function Handle({ end, x, y }: { end: "start" | "end"; x: number; y: number }): ReactElement {
  const colors = useColors();
  const { moveHandle } = useInternals();
  // The drop hangs from the end of the text; its touch area is larger than the drop.
  const radius: readonly [number, number, number, number] =
    end === "start"
      ? [HANDLE_SIZE / 2, 0, HANDLE_SIZE / 2, HANDLE_SIZE / 2]
      : [0, HANDLE_SIZE / 2, HANDLE_SIZE / 2, HANDLE_SIZE / 2];
  const drag = (event: DragEvent): void => moveHandle(end, event);
  return (
    <View
      packageName="android"
      id={end === "start" ? "selection_start_handle" : "selection_end_handle"}
      onDrag={drag}
      style={{
        absolute: true,
        left: end === "start" ? x - (REACH + HANDLE_SIZE) / 2 : x - (REACH - HANDLE_SIZE) / 2,
        top: y - 2,
        width: REACH,
        height: REACH,
        align: "center",
      }}
    >
      <View passThrough style={{ width: HANDLE_SIZE, height: HANDLE_SIZE, radius, background: colors.primary }} />
    </View>
  );
}

function ActionBar(props: { top: number; bottom: number; x: number; empty: boolean }): ReactElement {
  const colors = useColors();
  const strings = useSystemStrings();
  const { edit } = useInternals();
  const { widthDp, heightDp } = useScreen();
  const keyboard = useSystem((state) => state.keyboard);
  const actions: readonly (readonly [EditAction, string])[] = props.empty
    ? [
        ["paste", strings.paste],
        ["selectAll", strings.selectAll],
      ]
    : [
        ["cut", strings.cut],
        ["copy", strings.copy],
        ["paste", strings.paste],
        ["selectAll", strings.selectAll],
      ];
  const width = actions.length === 2 ? 170 : 288;
  const above = props.top - BAR_HEIGHT - 8;
  const below = props.bottom + HANDLE_SIZE + 10;
  const floor = heightDp - (keyboard ? keyboardHeight(heightDp, keyboard) : 0);
  // Without room on either side, the bar covers the top instead of the keyboard.
  const top = above > STATUS_BAR_HEIGHT ? above : below + BAR_HEIGHT <= floor ? below : Math.max(4, above);
  return (
    <View
      packageName="android"
      id="floating_toolbar"
      enter={{ kind: "window", durationMs: 120, opacity: 0, scale: 0.92 }}
      style={{
        absolute: true,
        top,
        left: Math.max(8, Math.min(widthDp - width - 8, props.x - width / 2)),
        width,
        height: BAR_HEIGHT,
        radius: BAR_HEIGHT / 2,
        clip: true,
        direction: "row",
        justify: "evenly",
        background: colors.surfaceHighest,
        shadow: { color: "#00000055", blur: 10, y: 3 },
      }}
    >
      {actions.map(([action, label]) => (
        <View
          key={action}
          id={action}
          role="button"
          onPress={() => edit(action)}
          rippleColor={colors.onSurface}
          style={{ height: BAR_HEIGHT, grow: 1, align: "center", justify: "center", paddingX: 6 }}
        >
          <Text text={{ ...TYPE.label, fixed: true }} color={colors.onSurface} maxLines={1} passThrough>
            {label}
          </Text>
        </View>
      ))}
    </View>
  );
}
