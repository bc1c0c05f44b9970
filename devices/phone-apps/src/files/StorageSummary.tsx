import { Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import type { ReactElement } from "react";
import { formatBytes } from "../format-bytes.ts";
import { StorageBar } from "../StorageBar.tsx";
import { FILES_STRINGS } from "./strings.ts";

/** Shows the device's storage use at the top of the root folder. */
export function StorageSummary(): ReactElement {
  const colors = useColors();
  const strings = useStrings(FILES_STRINGS);
  const { usedBytes, limitBytes } = useServices().files.quota;
  return (
    <View style={{ gap: 8, paddingX: 24, paddingBottom: 14 }}>
      <Text id="storage" text={TYPE.body} color={colors.onSurfaceVariant} maxLines={1}>
        {`${strings.storage} · ${strings.used(formatBytes(usedBytes), formatBytes(limitBytes))}`}
      </Text>
      <StorageBar usedBytes={usedBytes} limitBytes={limitBytes} />
    </View>
  );
}
