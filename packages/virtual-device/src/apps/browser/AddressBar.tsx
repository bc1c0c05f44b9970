import { mdiClose, mdiFileOutline, mdiLockOutline, mdiRefresh, mdiWeb } from "@mdi/js";
import type { ReactElement, ReactNode } from "react";
import { Icon, Text, View } from "../../ui/render/elements.ts";
import { useColors } from "../../ui/system/services.ts";
import { useStrings } from "../../ui/system/strings.ts";
import { type } from "../../ui/theme.ts";
import { IconButton } from "../../ui/widgets/IconButton.tsx";
import { shortAddress } from "./address.ts";
import { strings } from "./strings.ts";

/** Where the page is from; a tap lets another address be typed. */
export function AddressBar(props: {
  address: string;
  loading: boolean;
  onEdit: () => void;
  onReload: () => void;
  /** Beside the address. */
  children?: ReactNode;
}): ReactElement {
  const { address, loading } = props;
  const colors = useColors();
  const texts = useStrings(strings);
  const icon = address.startsWith("https:") ? mdiLockOutline : address.startsWith("file:") ? mdiFileOutline : mdiWeb;
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
          <View
            id="address"
            label={`${texts.address}: ${address}`}
            onPress={props.onEdit}
            rippleColor={colors.onSurface}
            style={{
              grow: 1,
              basis: 0,
              height: 48,
              radius: 24,
              direction: "row",
              align: "center",
              gap: 10,
              paddingLeft: 16,
            }}
          >
            <Icon path={icon} size={18} color={colors.onSurfaceVariant} passThrough />
            <Text text={type.bodyLarge} color={colors.onSurface} maxLines={1} passThrough style={{ grow: 1, basis: 0 }}>
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
