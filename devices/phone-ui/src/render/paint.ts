import { createCanvas, type Canvas, type CanvasGradient, type SKRSContext2D } from "@napi-rs/canvas";
import { caretRect, fieldScrollXPx, selectionRects } from "./field-node.ts";
import { fontFor } from "./fonts.ts";
import { ICON_GRID, iconPath } from "./icon-path.ts";
import type { UiNode } from "./node.ts";
import { paintRichText } from "./paint-rich-text.ts";
import { intersection, intersects, type Rect } from "./rect.ts";
import { releaseCanvas } from "./release-canvas.ts";
import type { Edges, Gradient } from "./style.ts";
import { baselinePx, contentRect, fontOf, lineHeightPx, lineLeftPx, linesOf, textStyleOf } from "./text-node.ts";

/** Paints the parts of the node and its content that intersect `damage`; `undefined` paints everything. */
export function paintNode(context: SKRSContext2D, node: UiNode, damage: Rect | undefined): void {
  if (node.style.hidden) return;
  const { motion, style } = node;
  const opacity = (style.opacity ?? 1) * (motion?.opacity ?? 1);
  if (opacity <= 0) return;
  const saved = motion !== undefined || opacity < 1;
  if (!saved) return paintParts(context, node, damage);
  context.save();
  context.globalAlpha *= opacity;
  if (motion) applyMotion(context, node);
  // A moving node covers areas outside its bounds.
  paintParts(context, node, motion ? undefined : damage);
  context.restore();
}

function paintParts(context: SKRSContext2D, node: UiNode, damage: Rect | undefined): void {
  const touched = damage === undefined || intersects(paintedRect(node), damage);
  if (touched) paintOwn(context, node, damage);
  if (node.children.length === 0 || (node.clips && !touched)) return;
  if (node.clips) {
    context.save();
    tracePath(context, node);
    context.clip();
  }
  if (node.stretch !== 0) applyStretch(context, node);
  for (const child of node.children) paintNode(context, child, partWithin(node, damage));
  if (node.clips) context.restore();
}

/** Returns the part of the damage within the node. */
function partWithin(node: UiNode, damage: Rect | undefined): Rect | undefined {
  // Stretched content covers areas outside its bounds.
  if (node.stretch !== 0) return node.visible;
  return damage && node.clips ? intersection(damage, node.visible) : damage;
}

/** Stretches the content. It is pulled away from one edge; that edge stays in place. */
function applyStretch(context: SKRSContext2D, node: UiNode): void {
  const { left, top, right, bottom } = node.bounds;
  const factor = 1 + Math.abs(node.stretch);
  const { horizontal } = node.props;
  const x = node.stretch > 0 ? right : left;
  const y = node.stretch > 0 ? bottom : top;
  context.translate(x, y);
  context.scale(horizontal ? factor : 1, horizontal ? 1 : factor);
  context.translate(-x, -y);
}

/** Returns the bounds including the shadow. */
export function paintedRect(node: UiNode): Rect {
  const { shadow } = node.style;
  if (!shadow) return node.bounds;
  const spread = (shadow.blur * 1.5 + Math.abs(shadow.y)) * node.scale;
  const { left, top, right, bottom } = node.bounds;
  return { left: left - spread, top: top - spread, right: right + spread, bottom: bottom + spread };
}

function applyMotion(context: SKRSContext2D, node: UiNode): void {
  const { motion, bounds } = node;
  if (!motion) return;
  const x = (bounds.left + bounds.right) / 2;
  const y = (bounds.top + bounds.bottom) / 2;
  context.translate(x + motion.translateXPx, y + motion.translateYPx);
  context.scale(motion.scale, motion.scale);
  context.translate(-x, -y);
  if (!motion.clip) return;
  context.beginPath();
  const { heightPx, radiusPx } = motion.clip;
  context.roundRect(bounds.left, bounds.top, bounds.right - bounds.left, heightPx, radiusPx);
  context.clip();
}

function paintOwn(context: SKRSContext2D, node: UiNode, damage: Rect | undefined): void {
  paintBox(context, node);
  if (node.ripple) paintRipple(context, node);
  switch (node.kind) {
    case "ui-text":
      if (node.props.spans) paintRichText(context, node, damage);
      else paintWithin(context, node, () => paintText(context, node, textStyleOf(node).color));
      break;
    case "ui-field":
      paintField(context, node);
      break;
    case "ui-icon":
      paintIcon(context, node);
      break;
    case "ui-draw":
      paintDrawing(context, node);
      break;
    case "ui-image":
      paintImage(context, node);
      break;
    case "ui-view":
    case "ui-scroll":
      break;
  }
  if (node.keyFocused) paintKeyFocus(context, node);
}

/** Colors visible on any background. */
const KEY_FOCUS_LOOK = { fill: "#8080803d", edge: "#4c8df6" };

function paintKeyFocus(context: SKRSContext2D, node: UiNode): void {
  const widthPx = 2 * node.scale;
  tracePath(context, node, widthPx / 2);
  context.fillStyle = KEY_FOCUS_LOOK.fill;
  context.fill();
  context.strokeStyle = KEY_FOCUS_LOOK.edge;
  context.lineWidth = widthPx;
  context.stroke();
}

function tracePath(context: SKRSContext2D, node: UiNode, insetPx = 0): void {
  const { left, top, right, bottom } = node.bounds;
  const { radius } = node.style;
  const width = right - left - 2 * insetPx;
  const height = bottom - top - 2 * insetPx;
  context.beginPath();
  if (radius === undefined || radius === 0) {
    context.rect(left + insetPx, top + insetPx, width, height);
    return;
  }
  const most = Math.min(width, height) / 2;
  const radii = (typeof radius === "number" ? [radius] : radius).map((each) =>
    Math.max(0, Math.min(most, each * node.scale - insetPx)),
  );
  context.roundRect(left + insetPx, top + insetPx, width, height, radii);
}

function paintBox(context: SKRSContext2D, node: UiNode): void {
  const { background, border, edges, shadow } = node.style;
  if (background !== undefined) {
    if (shadow) {
      context.shadowColor = shadow.color;
      context.shadowBlur = shadow.blur * node.scale;
      context.shadowOffsetY = shadow.y * node.scale;
    }
    context.fillStyle = typeof background === "string" ? background : gradientOf(context, background, node.bounds);
    tracePath(context, node);
    context.fill();
    if (shadow) {
      context.shadowColor = "transparent";
      context.shadowBlur = 0;
      context.shadowOffsetY = 0;
    }
  }
  if (border) {
    const { left, top, right, bottom } = node.bounds;
    // A border wider than the box would be painted outside it.
    const widthPx = Math.min(right - left, bottom - top, Math.max(1, Math.round(border.width * node.scale)));
    context.strokeStyle = border.color;
    context.lineWidth = widthPx;
    tracePath(context, node, widthPx / 2);
    context.stroke();
  }
  if (edges) paintEdges(context, node, edges);
}

function paintEdges(context: SKRSContext2D, node: UiNode, edges: Edges): void {
  const { left, top, right, bottom } = node.bounds;
  for (const [side, edge] of Object.entries(edges)) {
    const widthPx = Math.max(1, Math.round(edge.width * node.scale));
    context.fillStyle = edge.color;
    if (side === "top" || side === "bottom")
      context.fillRect(left, side === "top" ? top : bottom - widthPx, right - left, widthPx);
    else context.fillRect(side === "left" ? left : right - widthPx, top, widthPx, bottom - top);
  }
}

function gradientOf(context: SKRSContext2D, gradient: Gradient, rect: Rect): CanvasGradient {
  const angle = (gradient.angleDeg * Math.PI) / 180;
  const x = Math.sin(angle);
  const y = -Math.cos(angle);
  const centreX = (rect.left + rect.right) / 2;
  const centreY = (rect.top + rect.bottom) / 2;
  // As in CSS, the gradient line is just long enough for its end colors to reach the corners.
  const half = (Math.abs((rect.right - rect.left) * x) + Math.abs((rect.bottom - rect.top) * y)) / 2;
  const result = context.createLinearGradient(
    centreX - x * half,
    centreY - y * half,
    centreX + x * half,
    centreY + y * half,
  );
  const last = Math.max(1, gradient.colors.length - 1);
  for (const [index, color] of gradient.colors.entries()) result.addColorStop(index / last, color);
  return result;
}

function paintRipple(context: SKRSContext2D, node: UiNode): void {
  const { ripple } = node;
  if (!ripple) return;
  context.save();
  tracePath(context, node);
  context.clip();
  context.globalAlpha *= ripple.opacity;
  context.fillStyle = node.props.rippleColor ?? "transparent";
  context.beginPath();
  context.arc(ripple.xPx, ripple.yPx, ripple.radiusPx, 0, Math.PI * 2);
  context.fill();
  context.restore();
}

/** Clips a text to its box if the box is too small, since no repaint covers an area outside it. */
function paintWithin(context: SKRSContext2D, node: UiNode, paint: () => void): void {
  const { left, top, right, bottom } = contentRect(node);
  const lines = linesOf(node, right - left);
  const fits =
    lines.length * lineHeightPx(node) <= bottom - top + 1 && lines.every(({ widthPx }) => widthPx <= right - left + 1);
  if (fits) return paint();
  context.save();
  context.beginPath();
  context.rect(
    node.bounds.left,
    node.bounds.top,
    node.bounds.right - node.bounds.left,
    node.bounds.bottom - node.bounds.top,
  );
  context.clip();
  paint();
  context.restore();
}

function paintText(context: SKRSContext2D, node: UiNode, color: string): void {
  const font = fontOf(node);
  const content = contentRect(node);
  const lineHeight = lineHeightPx(node);
  const baseline = baselinePx(node);
  context.fillStyle = color;
  if (font.letterSpacingPx !== 0) context.letterSpacing = `${font.letterSpacingPx}px`;
  for (const [index, line] of linesOf(node, content.right - content.left).entries()) {
    if (line.text === "") continue;
    context.font = fontFor(line.text, font);
    context.direction = line.rtl ? "rtl" : "ltr";
    context.textAlign = "left";
    context.fillText(line.text, lineLeftPx(node, line), content.top + index * lineHeight + baseline);
  }
  if (font.letterSpacingPx !== 0) context.letterSpacing = "0px";
}

function paintField(context: SKRSContext2D, node: UiNode): void {
  const empty = node.props.value === undefined || node.props.value === "";
  const color = empty ? (node.props.placeholderColor ?? "#808080") : textStyleOf(node).color;
  context.save();
  context.beginPath();
  const { left, top, right, bottom } = node.bounds;
  context.rect(left, top, right - left, bottom - top);
  context.clip();
  const selected = selectionRects(node);
  context.fillStyle = `${(node.props.color ?? textStyleOf(node).color).slice(0, 7)}4d`;
  for (const rect of selected) {
    context.fillRect(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top);
  }
  context.translate(-fieldScrollXPx(node), 0);
  paintText(context, node, color);
  if (node.focused && selected.length === 0) {
    const caret = caretRect(node);
    context.fillStyle = node.props.color ?? textStyleOf(node).color;
    context.fillRect(caret.left, caret.top, caret.right - caret.left, caret.bottom - caret.top);
  }
  context.restore();
}

function paintIcon(context: SKRSContext2D, node: UiNode): void {
  const { path, size, color } = node.props;
  if (path === undefined || size === undefined || color === undefined) return;
  const factor = (size * node.scale) / ICON_GRID;
  context.save();
  context.translate(
    (node.bounds.left + node.bounds.right - size * node.scale) / 2,
    (node.bounds.top + node.bounds.bottom - size * node.scale) / 2,
  );
  context.scale(factor, factor);
  context.fillStyle = color;
  context.fill(iconPath(path));
  context.restore();
}

function paintDrawing(context: SKRSContext2D, node: UiNode): void {
  const { draw } = node.props;
  const widthPx = Math.round(node.bounds.right - node.bounds.left);
  const heightPx = Math.round(node.bounds.bottom - node.bounds.top);
  if (!draw || widthPx <= 0 || heightPx <= 0) return;
  let { bitmap } = node;
  if (!bitmap || bitmap.draw !== draw || bitmap.widthPx !== widthPx || bitmap.heightPx !== heightPx) {
    releaseCanvas(bitmap?.canvas);
    const canvas: Canvas = createCanvas(widthPx, heightPx);
    try {
      draw(canvas.getContext("2d"), widthPx, heightPx, node.scale);
    } catch (error) {
      // Rethrowing would end the frame and the process. The partial drawing stays until it is drawn again.
      node.host.onDrawError(error);
    }
    bitmap = { draw, widthPx, heightPx, canvas };
    node.bitmap = bitmap;
  }
  context.drawImage(bitmap.canvas, node.bounds.left, node.bounds.top);
}

function paintImage(context: SKRSContext2D, node: UiNode): void {
  const { left, top, right, bottom } = node.bounds;
  const width = right - left;
  const height = bottom - top;
  const { source, fit = "cover" } = node.props;
  if (!source || !node.image || width <= 0 || height <= 0) return;
  const { canvas, opacity } = node.image;
  const ratio = (fit === "cover" ? Math.max : Math.min)(width / canvas.width, height / canvas.height);
  const shownWidth = canvas.width * ratio;
  const shownHeight = canvas.height * ratio;
  context.save();
  tracePath(context, node);
  context.clip();
  context.imageSmoothingQuality = "medium";
  context.globalAlpha *= opacity;
  context.drawImage(canvas, left + (width - shownWidth) / 2, top + (height - shownHeight) / 2, shownWidth, shownHeight);
  context.restore();
}
