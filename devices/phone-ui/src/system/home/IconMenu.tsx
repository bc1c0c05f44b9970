import { mdiInformationOutline } from "@mdi/js";
import type { ReactElement } from "react";
import { Icon, Text, View } from "../../render/elements.ts";
import type { UiNode } from "../../render/node.ts";
import { useColors, useScreen, useServices } from "../../services/services.ts";
import { TYPE } from "../../theme.ts";
import { useSystemStrings } from "../system-strings.ts";

const WIDTH = 172;

/** The actions of an icon, shown after a long press. */
export function IconMenu(props: { packageName: string; anchor: UiNode; onClose: () => void }): ReactElement {
  const { packageName, anchor, onClose } = props;
  const services = useServices();
  const colors = useColors();
  const strings = useSystemStrings();
  const { widthDp, densityDpi } = useScreen();
  const scale = densityDpi / 160;
  const { left, right, top, bottom } = anchor.bounds;
  const below = top / scale < 90;
  const show = (): void => {
    onClose();
    services.startActivity({
      action: "android.settings.APPLICATION_DETAILS_SETTINGS",
      dataUri: `package:${packageName}`,
    });
  };
  return (
    <View modal onPress={onClose} style={{ absolute: true, top: 0, left: 0, right: 0, bottom: 0 }}>
      <View
        id="deep_shortcuts_container"
        enter={{ kind: "window", durationMs: 140, opacity: 0, scale: 0.9 }}
        style={{
          absolute: true,
          left: Math.max(8, Math.min(widthDp - WIDTH - 8, (left + right) / 2 / scale - WIDTH / 2)),
          top: below ? bottom / scale + 6 : top / scale - 62,
          width: WIDTH,
          padding: 4,
          radius: 24,
          background: colors.surfaceContainer,
          shadow: { color: "#00000059", blur: 16, y: 4 },
        }}
      >
        <View
          id="app_info"
          role="button"
          label={strings.appInfo}
          onPress={show}
          rippleColor={colors.onSurface}
          style={{ direction: "row", align: "center", gap: 12, height: 48, paddingX: 16, radius: 20 }}
        >
          <Icon path={mdiInformationOutline} size={20} color={colors.onSurface} passThrough />
          <Text text={TYPE.label} color={colors.onSurface} passThrough>
            {strings.appInfo}
          </Text>
        </View>
      </View>
    </View>
  );
}
