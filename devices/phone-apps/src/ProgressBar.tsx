import { View } from "@terrarium/phone-ui/render/elements";
import { useColors } from "@terrarium/phone-ui/services/services";
import type { ReactElement } from "react";

/** A bar filled to a part from 0 to 1, in the color of errors if it warns. */
export function ProgressBar(props: { id: string; part: number; warns: boolean }): ReactElement {
  const colors = useColors();
  const part = Math.max(0, Math.min(1, props.part));
  return (
    <View
      id={props.id}
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
          background: props.warns ? colors.error : colors.primary,
        }}
      />
    </View>
  );
}
