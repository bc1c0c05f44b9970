import {
  mdiClose,
  mdiFileOutline,
  mdiInformationOutline,
  mdiLockOpenVariantOutline,
  mdiLockOutline,
  mdiRefresh,
  mdiWeb,
} from "@mdi/js";
import { Icon, Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import type { ReactElement, ReactNode } from "react";
import { shortAddress } from "../address.ts";
import { BROWSER_STRINGS } from "../strings.ts";

/** Shows the page's origin and its security. A tap opens the address editor. */
export function AddressBar(props: {
  address: string;
  loading: boolean;
  failed: boolean;
  onEdit: () => void;
  onInfo: () => void;
  onReload: () => void;
  /** Controls beside the address. */
  children?: ReactNode;
}): ReactElement {
  const { address, loading } = props;
  const colors = useColors();
  const texts = useStrings(BROWSER_STRINGS);
  return (
    <View>
      <View style={{ direction: "row", align: "center", paddingX: 12, paddingTop: 6, paddingBottom: 8 }}>
        <View
          style={{
            grow: 1,
            basis: 0,
            height: 48,
            radius: 24,
            direction: "row",
            align: "center",
            background: colors.surfaceHigh,
          }}
        >
          <Security {...props} />
          <View
            id="address"
            label={`${texts.address}: ${address}`}
            onPress={props.onEdit}
            rippleColor={colors.onSurface}
            style={{ grow: 1, basis: 0, height: 48, radius: 24, justify: "center" }}
          >
            <Text text={TYPE.bodyLarge} color={colors.onSurface} maxLines={1} passThrough>
              {shortAddress(address) || address}
            </Text>
          </View>
          <IconButton
            id="reload"
            path={loading ? mdiClose : mdiRefresh}
            label={loading ? texts.stop : texts.reload}
            onPress={props.onReload}
          />
        </View>
        {props.children}
      </View>
      <View style={{ height: 2, background: colors.surfaceContainer }}>
        {loading ? (
          <View
            id="loading"
            role="progress"
            label={texts.loading}
            style={{ width: "45%", height: 2, background: colors.primary }}
          />
        ) : null}
      </View>
    </View>
  );
}

/** A closed lock only shows if the page itself came over a verified connection. */
function Security(props: { address: string; loading: boolean; failed: boolean; onInfo: () => void }): ReactElement {
  const { address } = props;
  const colors = useColors();
  const texts = useStrings(BROWSER_STRINGS);
  const isWeb = /^https?:/.test(address);
  if (!isWeb || props.failed || props.loading)
    return (
      <View style={{ width: 46, align: "center" }} passThrough>
        <Icon
          path={props.failed ? mdiInformationOutline : address.startsWith("file:") ? mdiFileOutline : mdiWeb}
          size={18}
          color={colors.onSurfaceVariant}
        />
      </View>
    );
  const secure = address.startsWith("https:");
  return (
    <IconButton
      id="site_info"
      path={secure ? mdiLockOutline : mdiLockOpenVariantOutline}
      label={secure ? texts.secureShort : texts.notSecureShort}
      color={secure ? colors.onSurfaceVariant : colors.error}
      onPress={props.onInfo}
    />
  );
}
