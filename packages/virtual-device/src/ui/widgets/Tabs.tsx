import type { ReactElement } from "react";
import { Icon, Text, View } from "../render/elements.ts";
import { useColors } from "../system/services.ts";
import { navigationHeight } from "../system/StatusBar.tsx";
import { type } from "../theme.ts";

export interface Tab {
  id: string;
  label: string;
  icon?: string;
}

interface TabsProps {
  tabs: readonly Tab[];
  selected: string;
  onSelect: (id: string) => void;
}

/** Sibling views under one title, as a segmented control. */
export function Tabs({ tabs, selected, onSelect }: TabsProps): ReactElement {
  const colors = useColors();
  return (
    <View style={{ direction: "row", radius: 20, padding: 4, gap: 4, background: colors.surfaceContainer }}>
      {tabs.map((tab) => {
        const active = tab.id === selected;
        const color = active ? colors.onSecondaryContainer : colors.onSurfaceVariant;
        return (
          <View
            key={tab.id}
            id={tab.id}
            role="tab"
            label={tab.label}
            selected={active}
            onPress={() => onSelect(tab.id)}
            rippleColor={color}
            style={{
              grow: 1,
              basis: 0,
              minHeight: 40,
              radius: 16,
              direction: "row",
              gap: 8,
              align: "center",
              justify: "center",
              ...(active ? { background: colors.secondaryContainer } : {}),
            }}
          >
            {tab.icon === undefined ? null : <Icon path={tab.icon} size={18} color={color} passThrough />}
            <Text text={type.label} color={color} maxLines={1} passThrough style={{ shrink: 1 }}>
              {tab.label}
            </Text>
          </View>
        );
      })}
    </View>
  );
}

/** An app's main places, at the bottom of its screen. */
export function NavigationBar({ tabs, selected, onSelect }: TabsProps): ReactElement {
  const colors = useColors();
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
