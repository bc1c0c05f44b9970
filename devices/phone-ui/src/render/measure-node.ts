import { MeasureMode } from "yoga-layout";
import type { UiNode } from "./node.ts";
import { richLayoutOf } from "./rich-text.ts";
import { lineHeightPx, linesOf } from "./text-node.ts";

/** Sets the node's measure function, so the layout engine can request the size of its text or image. */
export function measureNode(node: UiNode): void {
  node.yoga.setMeasureFunc((width, widthMode) => {
    const { natural } = node.props;
    if (natural) {
      const naturalPx = natural.width * node.scale;
      const shownPx =
        widthMode === MeasureMode.Exactly
          ? width
          : widthMode === MeasureMode.AtMost
            ? Math.min(width, naturalPx)
            : naturalPx;
      return { width: shownPx, height: (shownPx * natural.height) / natural.width };
    }
    const available = widthMode === MeasureMode.Undefined ? Infinity : width;
    if (node.props.spans) {
      const { widestPx, heightPx } = richLayoutOf(node, available);
      return {
        width: widthMode === MeasureMode.Exactly ? width : Math.min(available, Math.ceil(widestPx)),
        height: heightPx,
      };
    }
    const lines = linesOf(node, available);
    const widest = lines.reduce((most, line) => Math.max(most, line.widthPx), 0);
    return {
      width: widthMode === MeasureMode.Exactly ? width : Math.min(available, Math.ceil(widest)),
      height: Math.max(1, lines.length) * lineHeightPx(node),
    };
  });
}
