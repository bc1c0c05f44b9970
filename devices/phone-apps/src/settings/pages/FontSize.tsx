import { mdiMinus, mdiPlus } from "@mdi/js";
import { Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors, useNumberSetting, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { shape, type } from "@terrarium/phone-ui/theme";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { Slider } from "@terrarium/phone-ui/widgets/Slider.tsx";
import { useState, type ReactElement } from "react";
import { settingsStrings } from "../strings.ts";

/** Android's font sizes go up to 2. Beyond 1.5, a word does not fit a 320 dp wide phone. */
const smallest = 0.85;
const largest = 1.5;
const step = 0.05;

/** The preview follows the finger. The rest changes on release, so that the slider does not move during a drag. */
export function FontSize(): ReactElement {
  const colors = useColors();
  const strings = useStrings(settingsStrings);
  const { settings } = useServices();
  const value = useNumberSetting("system", "font_scale", { fallback: 1, min: 0.7, max: 2 });
  const [shown, setShown] = useState<number>();
  const preview = (type.bodyLarge.size * (shown ?? value)) / value;
  const set = (next: number): void => {
    const clean = Math.min(largest, Math.max(smallest, Math.round(next / step) * step));
    setShown(undefined);
    settings.put("system", "font_scale", String(Number(clean.toFixed(2))));
  };
  return (
    <View style={{ radius: shape.large, clip: true, gap: 2 }}>
      <View style={{ background: colors.surfaceContainer, radius: shape.inner, padding: 18, gap: 6 }}>
        <Text text={type.labelSmall} color={colors.primary}>
          {strings.preview}
        </Text>
        <Text
          id="preview"
          text={{ ...type.bodyLarge, size: preview, lineHeight: preview * 1.5 }}
          color={colors.onSurface}
        >
          {strings.previewText}
        </Text>
      </View>
      <View
        style={{
          background: colors.surfaceContainer,
          radius: shape.inner,
          direction: "row",
          align: "center",
          paddingX: 6,
          paddingY: 4,
          gap: 4,
        }}
      >
        <IconButton
          id="font_smaller"
          path={mdiMinus}
          label={strings.smaller}
          disabled={value <= smallest}
          onPress={() => set(value - step)}
        />
        <View style={{ grow: 1, basis: 0 }}>
          <Slider
            id="font_scale"
            label={strings.fontSize}
            valueText={`${Math.round((shown ?? value) * 100)} %`}
            min={smallest}
            max={largest}
            step={step}
            value={shown ?? value}
            onChange={setShown}
            onRelease={set}
          />
        </View>
        <IconButton
          id="font_larger"
          path={mdiPlus}
          label={strings.larger}
          disabled={value >= largest}
          onPress={() => set(value + step)}
        />
      </View>
    </View>
  );
}
