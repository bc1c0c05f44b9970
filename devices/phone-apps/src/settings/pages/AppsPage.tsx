import { View } from "@terrarium/phone-ui/render/elements";
import { useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { AppIcon } from "@terrarium/phone-ui/widgets/AppIcon.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import type { ReactElement } from "react";
import type { PageProps } from "../routes.ts";
import { SETTINGS_STRINGS } from "../strings.ts";
import { useNamedApps } from "./use-named-apps.ts";

export function AppsPage({ onOpen, ...page }: PageProps): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const running = useSystem((state) => state.running);
  const named = useNamedApps();
  return (
    <Page title={strings.apps} subtitle={strings.appsCount(named.length)} {...page}>
      <View style={{ marginTop: 4 }}>
        <ListGroup>
          {named.map((app) => (
            <ListRow
              key={app.packageName}
              id={`app_${app.packageName}`}
              leading={<AppIcon design={app.icon} size={40} />}
              title={app.name}
              subtitle={running.includes(app.packageName) ? strings.running : strings.notRunning}
              onPress={() => onOpen({ app: app.packageName })}
            />
          ))}
        </ListGroup>
      </View>
    </Page>
  );
}
