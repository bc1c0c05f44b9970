import { useLayoutEffect, useRef, useState } from "react";

/** Returns an element's current width in pixels, or 0 until it is mounted. */
export function useWidth<E extends Element>() {
  const ref = useRef<E>(null);
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    setWidthPx(element.getBoundingClientRect().width);
    const observer = new ResizeObserver(([entry]) => entry && setWidthPx(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, widthPx };
}
