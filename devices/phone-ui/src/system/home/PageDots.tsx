import type { ReactElement } from "react";
import { View } from "../../render/elements.ts";
import { useSystemStrings } from "../system-strings.ts";

/** Indicator of the current page; shown only with several pages. */
export function PageDots({ page, pages, color }: { page: number; pages: number; color: string }): ReactElement {
  const strings = useSystemStrings();
  return (
    <View
      passThrough
      {...(pages > 1 ? { label: strings.page(page + 1, pages), id: "page_indicator" } : {})}
      style={{ direction: "row", justify: "center", align: "center", gap: 8, height: 16 }}
    >
      {pages === 1
        ? null
        : Array.from({ length: pages }, (_, index) => (
            <View
              key={index}
              passThrough
              style={{
                width: 6,
                height: 6,
                radius: 3,
                background: color,
                opacity: index === page ? 1 : 0.4,
              }}
            />
          ))}
    </View>
  );
}
