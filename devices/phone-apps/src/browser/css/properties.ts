import type { ComputedStyle } from "./computed-style.ts";
import { boxProperties } from "./properties/box-properties.ts";
import { edgeProperties } from "./properties/edge-properties.ts";
import { flexProperties } from "./properties/flex-properties.ts";
import type { PropertyContext, PropertyTable } from "./properties/property.ts";
import { textProperties } from "./properties/text-properties.ts";

const properties: PropertyTable = { ...textProperties, ...edgeProperties, ...boxProperties, ...flexProperties };

/** Changes a style as a declaration says; what is not understood changes nothing. */
export function applyProperty(style: ComputedStyle, property: string, value: string, context: PropertyContext): void {
  const text = value.trim().toLowerCase();
  if (text === "inherit") return inherit(style, property, context.parent);
  properties[property]?.(style, text, context);
}

/** The few that pages take over by name; most others come from around the element anyway. */
function inherit(style: ComputedStyle, property: string, parent: ComputedStyle): void {
  if (property === "color") style.color = parent.color;
  else if (property === "font-size") style.fontSize = parent.fontSize;
  else if (property === "background" || property === "background-color") style.background = parent.background;
  else if (property === "text-align") style.textAlign = parent.textAlign;
  else if (property === "text-decoration") style.underline = parent.underline;
  else if (property === "display") style.display = parent.display;
  else if (property === "border-radius") style.radius = parent.radius;
  else if (property === "font" || property === "font-weight") style.bold = parent.bold;
  if (property === "font")
    Object.assign(style, { fontSize: parent.fontSize, italic: parent.italic, mono: parent.mono });
}
