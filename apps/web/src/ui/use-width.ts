import { useLayoutEffect, useRef, useState } from "react";

/** The width of an element in pixels, kept up to date; 0 until it is on the page. */
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
