import { mdiCodeBraces, mdiCrosshairsGps, mdiGestureTap, mdiKeyboardOutline, mdiUsb } from "@mdi/js";
import { useSetting } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SectionTitle } from "@terrarium/phone-ui/widgets/SectionTitle.tsx";
import type { ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";
import { DebugKeys } from "./DebugKeys.tsx";
import { SettingSwitch } from "./SettingSwitch.tsx";

export function DeveloperPage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const enabled = useSetting("global", "development_settings_enabled") === "1";
  return (
    <Page title={strings.developer} {...props}>
      <ListGroup>
        <SettingSwitch
          namespace="global"
          setting="development_settings_enabled"
          icon={mdiCodeBraces}
          title={strings.developerUse}
        />
      </ListGroup>
      {enabled ? (
        <DeveloperSettings />
      ) : (
        <EmptyState icon={mdiCodeBraces} title={strings.developerOff} text={strings.developerOffHint} />
      )}
    </Page>
  );
}

function DeveloperSettings(): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  return (
    <>
      <SectionTitle>{strings.input}</SectionTitle>
      <ListGroup>
        <SettingSwitch
          namespace="system"
          setting="show_touches"
          icon={mdiGestureTap}
          title={strings.showTouches}
          subtitle={strings.showTouchesText}
        />
        <SettingSwitch
          namespace="system"
          setting="pointer_location"
          icon={mdiCrosshairsGps}
          title={strings.pointerLocation}
          subtitle={strings.pointerLocationText}
        />
        <SettingSwitch
          namespace="secure"
          setting="show_ime_with_hard_keyboard"
          icon={mdiKeyboardOutline}
          title={strings.hardwareKeyboard}
          subtitle={strings.hardwareKeyboardText}
        />
      </ListGroup>
      <SectionTitle>{strings.debugging}</SectionTitle>
      <ListGroup>
        <ListRow id="usb_debugging" icon={mdiUsb} title={strings.usbDebugging} subtitle={strings.usbDebuggingText} />
        <DebugKeys />
      </ListGroup>
    </>
  );
}
