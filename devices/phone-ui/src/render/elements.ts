import { createElement, type Key, type ReactElement, type ReactNode, type Ref } from "react";
import type { HostProps, UiNode } from "./node.ts";
import type { ViewStyle } from "./style.ts";
import type { TextSpan, TextStyle } from "./text-span.ts";

type Common = Pick<
  HostProps,
  "style" | "label" | "enter" | "passThrough" | "id" | "role" | "checkable" | "checked" | "selected" | "enabled"
> & { key?: Key; ref?: Ref<UiNode> };
type Touch = Pick<
  HostProps,
  "onPress" | "onLongPress" | "repeats" | "rippleColor" | "onDrag" | "dragAxis" | "dragAfterHold" | "onPinch"
>;

/** A box with layout, a background and touch handlers. */
export function View(
  props: Common &
    Touch &
    Pick<HostProps, "packageName" | "modal" | "passTaps" | "inert" | "floats"> & { children?: ReactNode },
): ReactElement {
  return createElement("ui-view", props);
}

/** Text that wraps; `maxLines` truncates it with an ellipsis. */
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
 * Text with styled and touchable parts. Each U+FFFC in a span is the place of the next child, at most as wide as the
 * text. The reported text has normal spaces instead of non-breaking ones.
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

/** A glyph from @mdi/js; its path data fill a square with a side of 24. */
export function Icon(props: Common & { path: string; size?: number; color: string }): ReactElement {
  const size = props.size ?? 24;
  const style: ViewStyle = { width: size, height: size, ...props.style };
  return createElement("ui-icon", { ...props, size, style });
}

/** A box with taller children (or wider ones, with `horizontal`) that scroll by finger and wheel. */
export function Scroll(
  props: Common &
    Pick<HostProps, "horizontal" | "paged" | "onScroll" | "onPinch" | "scrollTo"> & { children?: ReactNode },
): ReactElement {
  const { style } = props;
  return createElement("ui-scroll", props.horizontal ? { ...props, style: { direction: "row", ...style } } : props);
}

/** An image, loaded at its displayed size. `fit` either shows all of the image or fills the box. */
export function Image(
  props: Common &
    Touch &
    Required<Pick<HostProps, "source">> &
    Pick<HostProps, "fit" | "natural" | "onImageError" | "fades">,
): ReactElement {
  return createElement("ui-image", props);
}

/** An editable text; its parent component stores the value. */
export function Field(
  props: Common & { text: TextStyle } & Pick<
      HostProps,
      | "placeholder"
      | "placeholderColor"
      | "color"
      | "multiline"
      | "wraps"
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

/** A custom drawing, drawn once and cached until the function or the size changes. */
export function Draw(props: Common & Required<Pick<HostProps, "draw">>): ReactElement {
  return createElement("ui-draw", props);
}
