import {
  mdiBellOutline,
  mdiCloseOctagonOutline,
  mdiDatabaseOutline,
  mdiDeleteOutline,
  mdiOpenInApp,
  mdiPackageVariant,
} from "@mdi/js";
import { usageBytes } from "@terrarium/device-files/storage-quota";
import { Text, View } from "@terrarium/phone-ui/render/elements";
import { textsOf } from "@terrarium/phone-ui/services/language";
import { useColors, useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useLanguage, useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { ActionTile } from "@terrarium/phone-ui/widgets/ActionTile.tsx";
import { AppIcon } from "@terrarium/phone-ui/widgets/AppIcon.tsx";
import { Dialog } from "@terrarium/phone-ui/widgets/Dialog.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { useCallback, useEffect, useState, type ReactElement } from "react";
import { appFolder } from "../../app-folder.ts";
import { formatBytes } from "../../format-bytes.ts";
import { SETTINGS_STRINGS } from "../strings.ts";
import { AppNotificationSwitch } from "./AppNotificationSwitch.tsx";

/** Shows an app's state and data, with actions to stop it and clear its data. */
export function AppInfoPage({ packageName, ...page }: { packageName: string; onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const colors = useColors();
  const language = useLanguage();
  const services = useServices();
  const running = useSystem((state) => state.running.includes(packageName));
  const [asking, setAsking] = useState<"stop" | "clear">();
  const data = useDataBytes(packageName);
  const app = services.apps.find((each) => each.packageName === packageName);
  const name = app ? textsOf(language, app.strings).appName : packageName;
  const close = (): void => setAsking(undefined);
  const act = async (): Promise<void> => {
    close();
    if (asking === "stop") return services.forceStopApp(packageName);
    const said = await services.clearAppData(packageName).then(
      () => strings.cleared(name),
      (error: unknown) => strings.notCleared(name, error instanceof Error ? error.message : String(error)),
    );
    services.run(() => services.showToast(said));
    data.recount();
  };
  return (
    <Page
      title={strings.appInfo}
      {...page}
      over={
        asking ? (
          <Dialog
            title={asking === "stop" ? strings.forceStop : strings.clearData}
            text={asking === "stop" ? strings.forceStopText(name) : strings.clearDataText(name)}
            onDismiss={close}
            actions={[
              { id: "cancel", label: strings.cancel, onPress: close },
              {
                id: "confirm",
                label: asking === "stop" ? strings.forceStop : strings.delete,
                danger: asking === "clear",
                onPress: () => void act(),
              },
            ]}
          />
        ) : null
      }
    >
      <View style={{ align: "center", gap: 10, paddingTop: 8, paddingBottom: 20 }}>
        {app ? <AppIcon design={app.icon} size={72} /> : null}
        <Text id="app_name" text={TYPE.title} color={colors.onSurface}>
          {name}
        </Text>
        <Text id="app_state" text={TYPE.body} color={colors.onSurfaceVariant}>
          {running ? strings.running : strings.notRunning}
        </Text>
      </View>
      <View style={{ direction: "row", gap: 8, paddingBottom: 20 }}>
        <ActionTile
          id="open"
          icon={mdiOpenInApp}
          label={strings.openApp}
          disabled={!app}
          onPress={() => services.startApp(packageName)}
        />
        <ActionTile
          id="force_stop"
          icon={mdiCloseOctagonOutline}
          label={strings.forceStop}
          disabled={!running}
          onPress={() => setAsking("stop")}
        />
        <ActionTile
          id="clear_data"
          icon={mdiDeleteOutline}
          danger
          label={strings.clearData}
          disabled={!app || data.bytes === 0}
          onPress={() => setAsking("clear")}
        />
      </View>
      <ListGroup>
        {app ? (
          <AppNotificationSwitch packageName={packageName} icon={mdiBellOutline} title={strings.notifications} />
        ) : null}
        <ListRow id="package" icon={mdiPackageVariant} title={strings.packageName} subtitle={packageName} />
        <ListRow
          id="user_data"
          icon={mdiDatabaseOutline}
          title={strings.userData}
          subtitle={
            data.bytes === undefined ? strings.counting : data.bytes === 0 ? strings.noData : formatBytes(data.bytes)
          }
        />
      </ListGroup>
    </Page>
  );
}

/** Returns the size of the app's folder, or undefined until it is computed. */
function useDataBytes(packageName: string): { bytes: number | undefined; recount: () => void } {
  const { dataDir, run } = useServices();
  const [bytes, setBytes] = useState<number>();
  const recount = useCallback(() => {
    void usageBytes(appFolder(dataDir, packageName)).then((counted) => run(() => setBytes(counted)));
  }, [dataDir, packageName, run]);
  useEffect(recount, [recount]);
  return { bytes, recount };
}
