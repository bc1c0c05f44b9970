import { mdiChevronRight } from "@mdi/js";
import { Icon, Scroll, Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import type { ReactElement } from "react";
import { FILES_ROOT } from "./folder-listing.ts";
import { FILES_STRINGS } from "./strings.ts";

/** The parent folders of the path. A tap opens one. */
export function Breadcrumbs({ path, onGo }: { path: string; onGo: (path: string) => void }): ReactElement {
  const colors = useColors();
  const strings = useStrings(FILES_STRINGS);
  const names = path.slice(FILES_ROOT.length).split("/").filter(Boolean);
  const crumbs = [
    { name: strings.storage, path: FILES_ROOT },
    ...names.map((name, index) => ({ name, path: [FILES_ROOT, ...names.slice(0, index + 1)].join("/") })),
  ];
  return (
    <Scroll horizontal style={{ height: 44, paddingX: 12, align: "center" }}>
      {crumbs.map((crumb, index) => {
        const last = index === crumbs.length - 1;
        return (
          <View key={crumb.path} passThrough style={{ direction: "row", align: "center" }}>
            {index === 0 ? null : <Icon path={mdiChevronRight} size={20} color={colors.outline} passThrough />}
            <View
              id={`crumb_${index}`}
              role="button"
              label={crumb.name}
              selected={last}
              {...(last ? {} : { onPress: () => onGo(crumb.path) })}
              rippleColor={colors.onSurface}
              style={{ minHeight: 36, radius: 18, paddingX: 10, justify: "center" }}
            >
              <Text text={TYPE.label} color={last ? colors.primary : colors.onSurfaceVariant} maxLines={1} passThrough>
                {crumb.name}
              </Text>
            </View>
          </View>
        );
      })}
    </Scroll>
  );
}
