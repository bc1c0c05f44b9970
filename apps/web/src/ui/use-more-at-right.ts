import { useLayoutEffect, useRef, useState } from "react";

const hasMoreAtRight = ({ scrollWidth, clientWidth, scrollLeft }: Element): boolean =>
  scrollWidth - clientWidth - scrollLeft > 1;

/** Returns whether an element can scroll further to the right. */
export function useMoreAtRight<E extends Element>() {
  const ref = useRef<E>(null);
  const [hasMore, setHasMore] = useState(false);
  const [isScrollable, setIsScrollable] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = () => {
      setHasMore(hasMoreAtRight(element));
      setIsScrollable(element.scrollWidth - element.clientWidth > 1);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  }, []);
  const onScroll = () => {
    if (ref.current !== null) setHasMore(hasMoreAtRight(ref.current));
  };
  return { ref, hasMore, isScrollable, onScroll };
}
