import type { ReactElement } from "react";
import { Icon, Text, View } from "../render/elements.ts";
import { useColors, useSystem } from "../system/services.ts";
import { navigationHeight } from "../system/StatusBar.tsx";
import { type } from "../theme.ts";

interface Tab {
  id: string;
  label: string;
  icon?: string;
}

interface NavigationBarProps {
  tabs: readonly Tab[];
  selected: string;
  onSelect: (id: string) => void;
}

/** An app's main places, at the bottom of its screen; while somebody types, the keyboard is in its place. */
export function NavigationBar({ tabs, selected, onSelect }: NavigationBarProps): ReactElement | null {
  const colors = useColors();
  const typing = useSystem((state) => state.keyboard !== undefined);
  if (typing) return null;
  return (
    <View
      style={{
        direction: "row",
        background: colors.surfaceContainer,
        paddingTop: 10,
        paddingX: 8,
        paddingBottom: 4 + navigationHeight,
      }}
    >
      {tabs.map((tab) => {
        const active = tab.id === selected;
        return (
          <View
            key={tab.id}
            id={tab.id}
            role="tab"
            label={tab.label}
            selected={active}
            onPress={() => onSelect(tab.id)}
            style={{ grow: 1, basis: 0, align: "center", gap: 4 }}
          >
            <View
              passThrough
              style={{
                width: 60,
                height: 32,
                radius: 16,
                align: "center",
                justify: "center",
                ...(active ? { background: colors.secondaryContainer } : {}),
              }}
            >
              {tab.icon === undefined ? null : (
                <Icon
                  path={tab.icon}
                  size={24}
                  color={active ? colors.onSecondaryContainer : colors.onSurfaceVariant}
                  passThrough
                />
              )}
            </View>
            <Text
              text={{ ...type.labelSmall, weight: active ? 700 : 500, textAlign: "center", fixed: true }}
              color={active ? colors.onSurface : colors.onSurfaceVariant}
              maxLines={1}
              passThrough
            >
              {tab.label}
            </Text>
          </View>
        );
      })}
    </View>
  );
}
