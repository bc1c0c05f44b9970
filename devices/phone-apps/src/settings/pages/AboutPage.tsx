import {
  mdiAndroid,
  mdiAspectRatio,
  mdiBarcode,
  mdiCellphone,
  mdiClockOutline,
  mdiDotsGrid,
  mdiFactory,
  mdiNumeric,
  mdiPencilOutline,
  mdiServer,
} from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useScreen, useServices, useSetting, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { useState, type ReactElement } from "react";
import { useBuildProperties } from "../build-properties.ts";
import { densityName, formatUptime } from "../format.ts";
import { SETTINGS_STRINGS } from "../strings.ts";
import { NameDialog } from "./NameDialog.tsx";

const TAPS_TO_DEVELOPER = 7;
/** With at most this many taps remaining, each tap shows the count. */
const TAPS_SAID = 3;

export function AboutPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const services = useServices();
  const { widthPx, heightPx, widthDp, heightDp, densityDpi } = useScreen();
  const minuteMs = useSystem((state) => state.minuteMs);
  const name = useSetting("global", "device_name") ?? "";
  const build = useBuildProperties();
  const [naming, setNaming] = useState(false);
  const tapBuild = useDeveloperTaps();
  const known = (key: string): string => build.get(key) ?? strings.unknown;
  return (
    <Page
      title={strings.about}
      {...props}
      over={
        naming ? (
          <NameDialog
            title={strings.deviceName}
            name={name}
            onSave={(given) => services.settings.put("global", "device_name", given)}
            onClose={() => setNaming(false)}
          />
        ) : null
      }
    >
      <View style={{ gap: 14, marginTop: 4 }}>
        <ListGroup>
          <ListRow
            id="device_name"
            icon={mdiPencilOutline}
            title={strings.deviceName}
            subtitle={name}
            onPress={() => setNaming(true)}
          />
        </ListGroup>
        <ListGroup>
          <ListRow id="model" icon={mdiCellphone} title={strings.model} subtitle={known("ro.product.model")} />
          <ListRow
            id="manufacturer"
            icon={mdiFactory}
            title={strings.manufacturer}
            subtitle={known("ro.product.manufacturer")}
          />
          <ListRow
            id="android_version"
            icon={mdiAndroid}
            title={strings.androidVersion}
            subtitle={known("ro.build.version.release")}
          />
          <ListRow id="serial" icon={mdiBarcode} title={strings.serial} subtitle={known("ro.serialno")} />
        </ListGroup>
        <ListGroup>
          <ListRow
            id="screen"
            icon={mdiAspectRatio}
            title={strings.screen}
            subtitle={`${widthPx} × ${heightPx} px (${Math.round(widthDp)} × ${Math.round(heightDp)} dp)`}
          />
          <ListRow
            id="density"
            icon={mdiDotsGrid}
            title={strings.density}
            subtitle={`${densityDpi} dpi (${densityName(densityDpi)})`}
          />
          <ListRow
            id="uptime"
            icon={mdiClockOutline}
            title={strings.uptime}
            subtitle={formatUptime(minuteMs - services.startedMs, strings)}
          />
          <ListRow
            id="runtime"
            icon={mdiServer}
            title={strings.runtime}
            subtitle={`Node.js ${process.versions.node} · ${process.platform}`}
          />
          <ListRow
            id="build_number"
            icon={mdiNumeric}
            title={strings.build}
            subtitle={known("ro.build.display.id")}
            onPress={tapBuild}
          />
        </ListGroup>
      </View>
    </Page>
  );
}

/** Returns the handler of taps on the build number. The seventh tap enables developer options. */
function useDeveloperTaps(): () => void {
  const { settings, showToast } = useServices();
  const strings = useStrings(SETTINGS_STRINGS);
  const [taps, setTaps] = useState(0);
  return () => {
    if (settings.get("global", "development_settings_enabled") === "1") return showToast(strings.alreadyDeveloper);
    const left = TAPS_TO_DEVELOPER - taps - 1;
    setTaps(taps + 1);
    if (left === 0) {
      settings.put("global", "development_settings_enabled", "1");
      showToast(strings.nowDeveloper);
      setTaps(0);
    } else if (taps + 1 >= TAPS_SAID) showToast(strings.stepsLeft(left));
  };
}
