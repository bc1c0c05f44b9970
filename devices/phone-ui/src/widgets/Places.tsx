import type { ReactElement, ReactNode } from "react";
import { Icon, Text, View } from "../render/elements.ts";
import type { ViewStyle } from "../render/style.ts";
import { NAVIGATION_HEIGHT, useUsableHeight } from "../services/bars.ts";
import { useColors, useScreen, useSystem } from "../services/services.ts";
import { TYPE } from "../theme.ts";

interface Tab {
  id: string;
  label: string;
  icon: string;
}

interface NavigationBarProps {
  tabs: readonly Tab[];
  selected: string;
  onSelect: (id: string) => void;
}

/** Returns whether the tabs of an app's main places fit better at the side of the screen than at its bottom. */
function useRail(): boolean {
  const { widthDp, heightDp } = useScreen();
  return widthDp >= 600 || widthDp > heightDp;
}

/**
 * A page (`children`) with the tabs of the app's main places: below it, or before it on wide screens. The keyboard
 * replaces them during typing.
 */
export function Places({ children, ...bar }: NavigationBarProps & { children: ReactNode }): ReactElement {
  const rail = useRail();
  const typing = useSystem((state) => state.keyboard !== undefined);
  const places = typing ? null : <NavigationBar {...bar} rail={rail} />;
  return (
    <View style={{ grow: 1, basis: 0, direction: rail ? "row" : "column" }}>
      {rail ? places : null}
      <View style={{ grow: 1, basis: 0, ...(rail && !typing ? { paddingBottom: NAVIGATION_HEIGHT } : {}) }}>
        {children}
      </View>
      {rail ? null : places}
    </View>
  );
}

function NavigationBar({ tabs, selected, onSelect, rail }: NavigationBarProps & { rail: boolean }): ReactElement {
  const colors = useColors();
  const low = useUsableHeight() < 330;
  return (
    <View
      style={
        rail
          ? { width: 88, justify: "center", gap: low ? 0 : 8, paddingBottom: NAVIGATION_HEIGHT }
          : {
              direction: "row",
              background: colors.surfaceContainer,
              paddingTop: 10,
              paddingX: 8,
              paddingBottom: 4 + NAVIGATION_HEIGHT,
            }
      }
    >
      {tabs.map((tab) => (
        <Place
          key={tab.id}
          tab={tab}
          active={tab.id === selected}
          onPress={() => onSelect(tab.id)}
          style={rail ? { paddingY: low ? 2 : 4 } : { grow: 1, basis: 0 }}
        />
      ))}
    </View>
  );
}

function Place(props: { tab: Tab; active: boolean; onPress: () => void; style: ViewStyle }): ReactElement {
  const { tab, active, onPress, style } = props;
  const colors = useColors();
  return (
    <View
      id={tab.id}
      role="tab"
      label={tab.label}
      selected={active}
      onPress={onPress}
      style={{ align: "center", gap: 4, ...style }}
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
        <Icon
          path={tab.icon}
          size={24}
          color={active ? colors.onSecondaryContainer : colors.onSurfaceVariant}
          passThrough
        />
      </View>
      <Text
        text={{ ...TYPE.labelSmall, weight: active ? 700 : 500, textAlign: "center", fixed: true }}
        color={active ? colors.onSurface : colors.onSurfaceVariant}
        maxLines={1}
        passThrough
      >
        {tab.label}
      </Text>
    </View>
  );
}
