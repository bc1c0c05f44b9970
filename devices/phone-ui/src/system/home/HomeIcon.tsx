import { useCallback, useRef, type ReactElement, type Ref } from "react";
import { Text, View } from "../../render/elements.ts";
import type { DragEvent, UiNode } from "../../render/node.ts";
import { textsOf } from "../../services/language.ts";
import { useColors, useServices, useSetting } from "../../services/services.ts";
import { useLanguage } from "../../services/strings.ts";
import { TYPE } from "../../theme.ts";
import { AppIcon } from "../../widgets/AppIcon.tsx";
import { useInternals } from "../internals.ts";
import { useSystemStrings } from "../system-strings.ts";
import type { HomeItem } from "./home-layout.ts";

/** Returns the item's name in the device's language. */
function useItemLabel(item: HomeItem): string {
  const { apps } = useServices();
  const language = useLanguage();
  const strings = useSystemStrings();
  if (item.kind === "folder") return item.name === "" ? strings.folder : item.name;
  const app = apps.find((each) => each.packageName === item.packageName);
  return app ? textsOf(language, app.strings).appName : item.packageName;
}

/** An app or folder with its icon and name. A tap opens it; a long press lifts it to move it. */
export function HomeIcon(props: {
  item: HomeItem;
  width: number;
  size: number;
  color: string;
  onPress: () => void;
  onDrag?: (event: DragEvent) => void;
  nodeRef?: Ref<UiNode>;
  /** Whether the item is under the finger, so its place is empty. */
  lifted?: boolean;
  /** Whether an item dropped here would form a folder with it. */
  target?: boolean;
}): ReactElement {
  const { item, width, size, color, onPress, onDrag, lifted = false, target = false } = props;
  const { picture, launch } = useFlight(item, props.nodeRef !== undefined);
  const label = useItemLabel(item);
  return (
    <View
      {...(props.nodeRef ? { ref: props.nodeRef } : {})}
      id={item.kind === "folder" ? "folder" : "icon"}
      label={label}
      onPress={() => {
        launch();
        onPress();
      }}
      {...(onDrag ? { onDrag, dragAfterHold: true } : {})}
      rippleColor={color}
      style={{ width, paddingY: 8, align: "center", gap: 7, radius: 20, opacity: lifted ? 0.001 : 1 }}
    >
      <View passThrough ref={picture}>
        <ItemPicture item={item} size={size} target={target} />
      </View>
      <Text text={{ ...TYPE.labelSmall, textAlign: "center", fixed: true }} color={color} maxLines={1} passThrough>
        {label}
      </Text>
    </View>
  );
}

/** Windows open from the icon that was pressed, and close into the icon on the home screen. */
function useFlight(item: HomeItem, atHome: boolean): { picture: Ref<UiNode>; launch: () => void } {
  const { flights } = useInternals();
  const packageName = item.kind === "app" ? item.packageName : undefined;
  const shown = useRef<UiNode>(undefined);
  const picture = useCallback(
    (node: UiNode | null) => {
      shown.current = node ?? undefined;
      if (atHome && packageName !== undefined) flights.setIcon(packageName, shown.current);
    },
    [atHome, flights, packageName],
  );
  const launch = (): void => {
    if (packageName !== undefined && shown.current) flights.launchFrom(packageName, shown.current.bounds);
  };
  return { picture, launch };
}

/** An app's icon, or a folder with small icons in it. */
export function ItemPicture(props: { item: HomeItem; size: number; target?: boolean }): ReactElement {
  const { item, size, target = false } = props;
  const colors = useColors();
  const { apps } = useServices();
  const themed = useSetting("secure", "themed_icons") === "1";
  const appOf = (name: string) => apps.find((app) => app.packageName === name);
  if (item.kind === "app") {
    const app = appOf(item.packageName);
    return (
      <View
        passThrough
        style={{
          width: size,
          height: size,
          radius: size * 0.36,
          ...(target ? { background: colors.wallpaperPill } : {}),
        }}
      >
        {app ? <AppIcon design={app.icon} size={size} themed={themed} /> : null}
      </View>
    );
  }
  const small = size * 0.34;
  return (
    <View
      passThrough
      style={{
        width: size,
        height: size,
        radius: size * 0.36,
        direction: "row",
        wrap: true,
        justify: "center",
        gap: size * 0.06,
        paddingX: size * 0.12,
        paddingTop: item.packages.length > 2 ? size * 0.12 : (size - small) / 2,
        background: target ? colors.primaryContainer : colors.wallpaperPill,
        border: { width: 1, color: colors.wallpaperPillBorder },
      }}
    >
      {item.packages.slice(0, 4).map((name) => {
        const app = appOf(name);
        return app ? <AppIcon key={name} design={app.icon} size={small} themed={themed} /> : null;
      })}
    </View>
  );
}
