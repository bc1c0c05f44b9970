import { View } from "@terrarium/phone-ui/render/elements";
import { useColors } from "@terrarium/phone-ui/services/services";
import type { ReactElement } from "react";

/** Smallest used fraction of a nearly full storage. */
const NEARLY_FULL = 0.9;

/** Shows the used fraction of the storage. */
export function StorageBar({ usedBytes, limitBytes }: { usedBytes: number; limitBytes: number }): ReactElement {
  const colors = useColors();
  const part = limitBytes > 0 ? Math.max(0.01, Math.min(1, usedBytes / limitBytes)) : 1;
  return (
    <View
      id="storage_bar"
      role="progress"
      label={`${Math.round(part * 100)} %`}
      style={{ height: 10, radius: 5, clip: true, background: colors.surfaceHighest }}
    >
      <View
        passThrough
        style={{
          height: 10,
          radius: 5,
          width: `${part * 100}%`,
          background: part >= NEARLY_FULL ? colors.error : colors.primary,
        }}
      />
    </View>
  );
}
