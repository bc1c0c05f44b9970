import { mdiMagnifyClose } from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useServices, useSetting } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SearchField } from "@terrarium/phone-ui/widgets/TextInput.tsx";
import { useState, type ReactElement } from "react";
import { formatBytes } from "../files/format-bytes.ts";
import { LANGUAGE_NAMES } from "./pages/LanguagePage.tsx";
import { PAGE_ICONS, searchSettings, type PageName, type Route } from "./routes.ts";
import { SETTINGS_STRINGS } from "./strings.ts";

const GROUPS: readonly (readonly PageName[])[] = [
  ["network"],
  ["apps", "storage"],
  ["display", "language"],
  ["about", "developer"],
];

/** Shows all pages in groups, or the search results. `selected` is the page shown beside it. */
export function HomePage(props: { onOpen: (page: PageName) => void; selected?: Route }): ReactElement {
  const { onOpen, selected } = props;
  const strings = useStrings(SETTINGS_STRINGS);
  const [query, setQuery] = useState("");
  const developer = useSetting("global", "development_settings_enabled") === "1";
  const summaries = useSummaries();
  const found = searchSettings(query, strings, developer);
  const row = (page: PageName, title: string, id: string = page): ReactElement => (
    <ListRow
      key={id}
      id={id}
      icon={PAGE_ICONS[page]}
      title={title}
      subtitle={id === page ? summaries[page] : strings[page]}
      {...(selected === undefined ? {} : { selected: id === page && selected === page })}
      onPress={() => onOpen(page)}
    />
  );
  return (
    <Page title={strings.settings}>
      <SearchField id="search" label={strings.search} value={query} onChange={setQuery} />
      <View style={{ gap: 14, marginTop: 16 }}>
        {query.trim() === "" ? (
          GROUPS.map((pages) => (
            <ListGroup key={pages[0]}>
              {pages.filter((page) => developer || page !== "developer").map((page) => row(page, strings[page]))}
            </ListGroup>
          ))
        ) : found.length > 0 ? (
          <ListGroup>{found.map(({ key, title, page }) => row(page, title, `found_${key}`))}</ListGroup>
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
  const language = useSetting("system", "system_locales")?.startsWith("zh") ? "zh-CN" : "en-US";
  return {
    network: strings.networkSummary,
    apps: `${strings.appInfo} · ${strings.forceStop} · ${strings.clearData}`,
    storage: strings.storageUsed(formatBytes(files.quota.usedBytes), formatBytes(files.quota.limitBytes)),
    display: strings.displaySummary,
    language: LANGUAGE_NAMES[language],
    about: useSetting("global", "device_name") ?? "",
    developer: strings.developerSummary,
  };
}
