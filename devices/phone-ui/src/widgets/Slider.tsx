import { useRef, type ReactElement } from "react";
import { View } from "../render/elements.ts";
import type { DragEvent, UiNode } from "../render/node.ts";
import { useColors } from "../services/services.ts";
import { DISABLED_OPACITY } from "../theme.ts";

const HANDLE_WIDTH = 4;

/** A value on a line from `min` to `max`, set by a tap or drag; `onChange` is called for every step on the way. */
export function Slider(props: {
  id: string;
  label: string;
  value: number;
  min: number;
  max: number;
  /** Values are rounded to multiples of the step above `min`. */
  step: number;
  onChange: (value: number) => void;
  /** Called with the final value after the release. */
  onRelease?: (value: number) => void;
  /** Text of the value, such as "80%". */
  valueText?: string;
  disabled?: boolean;
}): ReactElement {
  const { id, label, value, min, max, step, onChange, disabled = false } = props;
  const colors = useColors();
  const node = useRef<UiNode>(null);
  const part = Math.max(0, Math.min(1, (value - min) / (max - min)));
  const drag = (event: DragEvent): void => {
    const bounds = node.current?.bounds;
    if (!bounds) return;
    if (event.phase === "cancel") return props.onRelease?.(value);
    const reached = Math.max(0, Math.min(1, (event.xPx - bounds.left) / (bounds.right - bounds.left)));
    const next = min + Math.round((reached * (max - min)) / step) * step;
    // Steps such as 0.05 cause rounding errors.
    const clean = Number(Math.min(max, next).toFixed(6));
    if (clean !== value) onChange(clean);
    if (event.phase === "end") props.onRelease?.(clean);
  };
  const track = { height: 16, radius: 8 } as const;
  return (
    <View
      ref={node}
      id={id}
      role="slider"
      label={props.valueText === undefined ? label : `${label}, ${props.valueText}`}
      enabled={!disabled}
      {...(disabled ? {} : { onDrag: drag, dragAxis: "x" as const })}
      style={{ height: 48, direction: "row", align: "center", opacity: disabled ? DISABLED_OPACITY : 1 }}
    >
      <View passThrough style={{ ...track, grow: part, basis: 0, background: colors.primary }} />
      <View
        passThrough
        style={{ width: HANDLE_WIDTH, height: 40, radius: 2, marginX: 5, background: colors.primary }}
      />
      <View passThrough style={{ ...track, grow: 1 - part, basis: 0, background: colors.secondaryContainer }} />
    </View>
  );
}
