import { mdiMagnifyClose } from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useServices, useSetting } from "@terrarium/phone-ui/services/services";
import { useLanguage, useStrings } from "@terrarium/phone-ui/services/strings";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SearchField } from "@terrarium/phone-ui/widgets/TextInput.tsx";
import { useState, type ReactElement } from "react";
import { formatBytes } from "../format-bytes.ts";
import { useBattery, useBatteryStatus } from "./pages/battery.ts";
import { useIsOn } from "./pages/SettingSwitch.tsx";
import { useWifiSummary } from "./pages/wifi.ts";
import {
  listedPageOf,
  PAGE_GROUPS,
  PAGE_ICONS,
  searchSettings,
  type Page as PageId,
  type PageName,
  type Route,
} from "./routes.ts";
import { SETTINGS_STRINGS } from "./strings.ts";

/** Shows all pages in groups, or the search results. `selected` is the page shown beside it. */
export function HomePage(props: { onOpen: (page: PageId) => void; selected?: Route }): ReactElement {
  const { onOpen, selected } = props;
  const strings = useStrings(SETTINGS_STRINGS);
  const [query, setQuery] = useState("");
  const developer = useSetting("global", "development_settings_enabled") === "1";
  const summaries = useSummaries();
  const found = searchSettings(query, strings, developer);
  const row = (page: PageId, title: string, summary: string, id: string = page): ReactElement => (
    <ListRow
      key={id}
      id={id}
      icon={PAGE_ICONS[page]}
      title={title}
      subtitle={summary}
      {...(selected === undefined ? {} : { selected: id === page && listedPageOf(selected) === page })}
      onPress={() => onOpen(page)}
    />
  );
  return (
    <Page title={strings.appName}>
      <SearchField id="search" label={strings.search} value={query} onChange={setQuery} />
      <View style={{ gap: 14, marginTop: 16 }}>
        {query.trim() === "" ? (
          PAGE_GROUPS.map((pages: readonly PageName[]) => (
            <ListGroup key={pages[0]}>
              {pages
                .filter((page) => developer || page !== "developer")
                .map((page) => row(page, strings[page], summaries[page]))}
            </ListGroup>
          ))
        ) : found.length > 0 ? (
          <ListGroup>{found.map(({ key, title, page }) => row(page, title, strings[page], `found_${key}`))}</ListGroup>
        ) : (
          <View style={{ paddingTop: 48 }}>
            <EmptyState
              icon={mdiMagnifyClose}
              title={strings.nothingFound(query.trim())}
              text={strings.nothingFoundHint}
            />
          </View>
        )}
      </View>
    </Page>
  );
}

/** Returns each page's summary: its topic or its current state. */
function useSummaries(): Record<PageName, string> {
  const { files } = useServices();
  const strings = useStrings(SETTINGS_STRINGS);
  const language = useLanguage();
  const battery = useBattery();
  const batteryStatus = useBatteryStatus(battery);
  const onOff = (on: boolean): string => (on ? strings.on : strings.off);
  return {
    network: useWifiSummary(),
    bluetooth: `${strings.bluetoothShort} · ${onOff(useIsOn("global", "bluetooth_on"))}`,
    notifications: strings.notificationsSummary,
    battery: strings.batterySummary(battery.level, batteryStatus),
    sound: strings.ringerModes[useSetting("global", "mode_ringer") ?? ""] ?? strings.unknown,
    accessibility: strings.accessibilitySummary,
    security: strings.securitySummary(useIsOn("secure", "lockscreen.disabled") ? strings.lockNone : strings.lockSwipe),
    location: onOff(useIsOn("secure", "location_mode")),
    apps: `${strings.appInfo} · ${strings.forceStop} · ${strings.clearData}`,
    storage: strings.storageUsed(formatBytes(files.quota.usedBytes), formatBytes(files.quota.limitBytes)),
    display: strings.displaySummary,
    language: language.name,
    about: useSetting("global", "device_name") ?? "",
    developer: strings.developerSummary,
  };
}
