import { mdiClose, mdiPlus, mdiTrashCanOutline } from "@mdi/js";
import { Scroll, Text, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useColors, useScreen } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { SHAPE, TYPE } from "@terrarium/phone-ui/theme";
import { Avatar } from "@terrarium/phone-ui/widgets/Avatar.tsx";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useSyncExternalStore, type ReactElement } from "react";
import { shortAddress } from "../address.ts";
import type { BrowserTab, TabsState } from "../session/browser-tabs.ts";
import { BROWSER_STRINGS } from "../strings.ts";

/** Lists all tabs, to select or close them. */
export function TabSwitcher(props: {
  state: TabsState;
  onSelect: (tab: BrowserTab) => void;
  onClose: (tab: BrowserTab) => void;
  onNew: () => void;
  onCloseAll: () => void;
  onBack: () => void;
}): ReactElement {
  const texts = useStrings(BROWSER_STRINGS);
  const { tabs, active } = props.state;
  return (
    <View style={{ grow: 1 }}>
      <TopBar title={texts.tabCount(tabs.length)} onBack={props.onBack}>
        <IconButton
          id="close_all_tabs"
          path={mdiTrashCanOutline}
          label={texts.closeAllTabs}
          onPress={props.onCloseAll}
        />
        <IconButton id="new_tab" path={mdiPlus} label={texts.newTab} onPress={props.onNew} />
      </TopBar>
      <Scroll id="tabs" style={{ grow: 1, basis: 0 }}>
        <View style={{ paddingX: 16, gap: 10, paddingBottom: NAVIGATION_HEIGHT + 8 }}>
          {tabs.map((tab) => (
            <TabCard
              key={tab.id}
              tab={tab}
              active={tab === active}
              onSelect={() => props.onSelect(tab)}
              onClose={() => props.onClose(tab)}
            />
          ))}
        </View>
      </Scroll>
    </View>
  );
}

function TabCard(props: { tab: BrowserTab; active: boolean; onSelect: () => void; onClose: () => void }): ReactElement {
  const { session } = props.tab;
  const { address, title } = useSyncExternalStore(session.subscribe, session.get);
  const colors = useColors();
  const texts = useStrings(BROWSER_STRINGS);
  const { fontScale } = useScreen();
  const own = address.startsWith("about:");
  const name = title || (own ? texts.appName : shortAddress(address) || address);
  return (
    <View
      id="tab"
      label={name}
      role="tab"
      selected={props.active}
      onPress={props.onSelect}
      rippleColor={colors.onSurface}
      style={{
        direction: "row",
        align: "center",
        gap: 14,
        minHeight: 76 * Math.max(1, fontScale),
        paddingLeft: 16,
        paddingRight: 6,
        radius: SHAPE.large,
        background: props.active ? colors.secondaryContainer : colors.surfaceContainer,
      }}
    >
      <Avatar name={name} />
      <View passThrough style={{ grow: 1, basis: 0, gap: 2 }}>
        <Text text={TYPE.titleMedium} color={colors.onSurface} maxLines={1} passThrough>
          {name}
        </Text>
        {own ? null : (
          <Text text={TYPE.body} color={colors.onSurfaceVariant} maxLines={1} passThrough>
            {shortAddress(address) || address}
          </Text>
        )}
      </View>
      <IconButton id="close_tab" path={mdiClose} label={texts.closeTab(name)} onPress={props.onClose} />
    </View>
  );
}
