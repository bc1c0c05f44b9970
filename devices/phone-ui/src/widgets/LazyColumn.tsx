import { useMemo, useState, type ReactElement } from "react";
import { Scroll, View } from "../render/elements.ts";
import type { HostProps } from "../render/node.ts";
import { useScreen } from "../services/services.ts";

export interface LazyItem {
  key: string;
  /** dp */
  height: number;
}

/**
 * A scrolling column for long lists and pages; only the items near the visible part are rendered. `render` returns the
 * item at an index, placed in a box of the item's height.
 */
export function LazyColumn<Item extends LazyItem>(props: {
  items: readonly Item[];
  render: (item: Item, index: number) => ReactElement | null;
  id?: string;
  label?: string;
  /** dp */
  paddingTop?: number;
  paddingBottom?: number;
  scrollTo?: HostProps["scrollTo"];
  /** dp */
  onScroll?: (offset: number) => void;
}): ReactElement {
  const { items, render, paddingTop = 0, paddingBottom = 0, scrollTo, onScroll } = props;
  const { heightDp, densityDpi } = useScreen();
  const tops = useMemo(() => itemTops(items, paddingTop), [items, paddingTop]);
  const total = (tops.at(-1) ?? 0) + paddingBottom;
  // Steps of half a screen, so that scrolling rarely renders new items.
  const step = heightDp / 2;
  const [at, setAt] = useState(0);
  const [jumped, setJumped] = useState<typeof scrollTo>();
  if (scrollTo !== jumped) {
    setJumped(scrollTo);
    if (scrollTo) setAt(Math.floor(scrollTo.offset / step));
  }
  const offset = Math.max(0, Math.min(at * step, total - step));
  const first = Math.max(0, firstBelow(tops, offset - step) - 1);
  const last = firstBelow(tops, offset + 2 * heightDp);
  return (
    <Scroll
      {...(props.id === undefined ? {} : { id: props.id })}
      {...(props.label === undefined ? {} : { label: props.label })}
      {...(scrollTo === undefined ? {} : { scrollTo })}
      role="list"
      onScroll={(offsetPx) => {
        const scrolled = offsetPx / (densityDpi / 160);
        setAt(Math.floor(scrolled / step));
        onScroll?.(scrolled);
      }}
      style={{ grow: 1, basis: 0 }}
    >
      <View style={{ height: total }} passThrough>
        {items.slice(first, last).map((item, index) => (
          <View
            key={item.key}
            passThrough
            style={{ absolute: true, left: 0, right: 0, top: tops[first + index] ?? 0, height: item.height }}
          >
            {render(item, first + index)}
          </View>
        ))}
      </View>
    </Scroll>
  );
}

/** Returns the top of each item, followed by the bottom of the last one. */
export function itemTops(items: readonly LazyItem[], start: number): number[] {
  const tops = [start];
  for (const { height } of items) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
}

/** Returns the first index with a top at or below `offset`. */
function firstBelow(tops: readonly number[], offset: number): number {
  let low = 0;
  let high = tops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
