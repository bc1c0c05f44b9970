import type { SettingNamespace } from "@terrarium/phone-system/device-settings";
import { View } from "@terrarium/phone-ui/render/elements";
import { useColors, useNumberSetting, useServices } from "@terrarium/phone-ui/services/services";
import { SHAPE } from "@terrarium/phone-ui/theme";
import { ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Slider } from "@terrarium/phone-ui/widgets/Slider.tsx";
import type { ReactElement } from "react";

/** A row with a slider for a numeric setting. The user sets it from `least` to `max`; programs also to `min`. */
export function SliderRow(props: {
  namespace: SettingNamespace;
  setting: string;
  id?: string;
  icon: string;
  title: string;
  min: number;
  max: number;
  least?: number;
  fallback: number;
}): ReactElement {
  const { namespace, setting, id = setting, title, min, max, least = min, fallback } = props;
  const colors = useColors();
  const { settings } = useServices();
  const value = useNumberSetting(namespace, setting, { fallback, min, max });
  const percent = `${Math.round((value / max) * 100)} %`;
  return (
    <View style={{ background: colors.surfaceContainer, radius: SHAPE.inner, paddingBottom: 12 }}>
      <ListRow id={id} icon={props.icon} title={title} subtitle={percent} />
      <View style={{ paddingX: 18 }}>
        <Slider
          id={`${id}_slider`}
          label={title}
          valueText={percent}
          min={least}
          max={max}
          step={1}
          value={value}
          onChange={(next) => settings.put(namespace, setting, String(next))}
        />
      </View>
    </View>
  );
}
