import type { ReactElement } from "react";
import { View } from "../../render/elements.ts";
import { useColors } from "../../services/services.ts";
import { keyOf, type HomeItem } from "./home-layout.ts";
import type { HomeMeasure } from "./home-measure.ts";
import { HomeIcon } from "./HomeIcon.tsx";
import type { IconDrag } from "./use-icon-drag.ts";

interface IconsProps {
  items: readonly HomeItem[];
  measure: HomeMeasure;
  drag: IconDrag;
  onOpen: (item: HomeItem) => void;
}

/** The icons of a page; `from` is the index of its first icon among all icons. */
export function Grid({ items, from, measure, drag, onOpen }: IconsProps & { from: number }): ReactElement {
  return (
    <View passThrough style={{ direction: "row", wrap: true, paddingX: measure.sideGap }}>
      {items.map((item, index) => (
        <PlacedIcon key={keyOf(item)} item={item} area="items" index={from + index} {...{ measure, drag, onOpen }} />
      ))}
    </View>
  );
}

/** The icons at the bottom, identical on every page. */
export function Dock({ items, measure, drag, onOpen }: IconsProps): ReactElement {
  return (
    <View
      ref={(node) => drag.dock(node)}
      id="hotseat"
      passThrough
      style={{ direction: "row", justify: "center", minHeight: measure.cellHeight, paddingX: measure.sideGap }}
    >
      {items.map((item, index) => (
        <PlacedIcon key={keyOf(item)} item={item} area="dock" index={index} {...{ measure, drag, onOpen }} />
      ))}
    </View>
  );
}

function PlacedIcon(
  props: Omit<IconsProps, "items"> & { item: HomeItem; area: "dock" | "items"; index: number },
): ReactElement {
  const { item, area, index, measure, drag, onOpen } = props;
  const colors = useColors();
  const place = { area, index };
  const { target, lifted } = drag;
  return (
    <HomeIcon
      item={item}
      nodeRef={drag.cell(item, place)}
      width={area === "dock" ? measure.dockCellWidth : measure.cellWidth}
      size={measure.iconSize}
      color={colors.onWallpaper}
      onPress={() => onOpen(item)}
      onDrag={(event) => drag.drag(item, place, event)}
      lifted={lifted !== undefined && keyOf(lifted.item) === keyOf(item)}
      target={target?.how === "into" && target.area === area && target.index === index}
    />
  );
}
