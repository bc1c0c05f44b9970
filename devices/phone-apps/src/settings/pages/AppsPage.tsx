import { View } from "@terrarium/phone-ui/render/elements";
import { localize } from "@terrarium/phone-ui/services/language";
import { useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useLocale, useStrings } from "@terrarium/phone-ui/services/strings";
import { AppIcon } from "@terrarium/phone-ui/widgets/AppIcon.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import type { ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";

export function AppsPage(props: { onBack?: () => void; onOpen: (packageName: string) => void }): ReactElement {
  const { onOpen, ...page } = props;
  const strings = useStrings(SETTINGS_STRINGS);
  const locale = useLocale();
  const { apps } = useServices();
  const running = useSystem((state) => state.running);
  const named = apps
    .map((app) => ({ ...app, name: localize(app.label, locale) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale));
  return (
    <Page title={strings.apps} subtitle={strings.appsCount(apps.length)} {...page}>
      <View style={{ marginTop: 4 }}>
        <ListGroup>
          {named.map((app) => (
            <ListRow
              key={app.packageName}
              id={`app_${app.packageName}`}
              leading={<AppIcon design={app.icon} size={40} />}
              title={app.name}
              subtitle={running.includes(app.packageName) ? strings.running : strings.notRunning}
              onPress={() => onOpen(app.packageName)}
            />
          ))}
        </ListGroup>
      </View>
    </Page>
  );
}
