import { createElement, type Key, type ReactElement, type ReactNode, type Ref } from "react";
import type { HostProps, TextSpan, TextStyle, UiNode } from "./node.ts";
import type { ViewStyle } from "./style.ts";

type Common = Pick<
  HostProps,
  "style" | "label" | "enter" | "passThrough" | "id" | "role" | "checkable" | "checked" | "selected" | "enabled"
> & { key?: Key; ref?: Ref<UiNode> };
type Touch = Pick<
  HostProps,
  "onPress" | "onLongPress" | "repeats" | "rippleColor" | "onDrag" | "dragAxis" | "dragAfterHold" | "onPinch"
>;

/** A box: layout, background, and what happens when it is touched. */
export function View(
  props: Common & Touch & Pick<HostProps, "packageName" | "modal" | "passTaps" | "inert"> & { children?: ReactNode },
): ReactElement {
  return createElement("ui-view", props);
}

/** Text that wraps; `maxLines` cuts it with an ellipsis. */
export function Text(
  props: Common & {
    text: TextStyle;
    color?: string;
    maxLines?: number;
    children: string | number | readonly (string | number)[];
  },
): ReactElement {
  const { children, text, color, ...rest } = props;
  const content = typeof children === "object" ? children.join("") : String(children);
  const hostProps: HostProps = { ...rest, text: content, textStyle: color === undefined ? text : { ...text, color } };
  return createElement("ui-text", hostProps);
}

/**
 * Text of which parts look or do something of their own. Each child stands where a span has U+FFFC, no wider than the
 * text. Spaces that do not break are told as others.
 */
export function RichText(
  props: Common & { text: TextStyle; spans: readonly TextSpan[]; children?: ReactNode },
): ReactElement {
  const { text, ...rest } = props;
  const content = props.spans
    .map((span) => span.text)
    .join("")
    .replaceAll("\u00a0", " ")
    .replaceAll("\ufffc", "");
  return createElement("ui-text", { ...rest, text: content, textStyle: text });
}

/** A glyph from @mdi/js, whose path data fill a square of 24. */
export function Icon(props: Common & { path: string; size?: number; color: string }): ReactElement {
  const size = props.size ?? 24;
  const style: ViewStyle = { width: size, height: size, ...props.style };
  return createElement("ui-icon", { ...props, size, style });
}

/** A box whose children may be taller (or with `horizontal` wider) than it; the finger and the wheel move them. */
export function Scroll(
  props: Common & Pick<HostProps, "horizontal" | "onScroll" | "onPinch" | "scrollTo"> & { children?: ReactNode },
): ReactElement {
  const { style } = props;
  return createElement("ui-scroll", props.horizontal ? { ...props, style: { direction: "row", ...style } } : props);
}

/** A picture, loaded at the size at which it shows. `fit` tells whether all of it shows or all of the box is filled. */
export function Image(
  props: Common &
    Touch &
    Required<Pick<HostProps, "source">> &
    Pick<HostProps, "fit" | "natural" | "onImageError" | "fades">,
): ReactElement {
  return createElement("ui-image", props);
}

/** A text that can be edited; its owner keeps the value. */
export function Field(
  props: Common & { text: TextStyle } & Pick<
      HostProps,
      | "placeholder"
      | "placeholderColor"
      | "color"
      | "multiline"
      | "takesFocus"
      | "onSubmit"
      | "onKey"
      | "enterAction"
      | "inputType"
      | "password"
      | "maxLines"
    > &
    Required<Pick<HostProps, "value" | "onChange">>,
): ReactElement {
  const { text, ...rest } = props;
  const hostProps: HostProps = { ...rest, textStyle: text };
  return createElement("ui-field", hostProps);
}

/** A picture of its own, drawn once and kept until the function or the size changes. */
export function Draw(props: Common & Required<Pick<HostProps, "draw">>): ReactElement {
  return createElement("ui-draw", props);
}
