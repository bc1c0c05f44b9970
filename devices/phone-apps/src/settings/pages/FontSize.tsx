import { mdiMinus, mdiPlus } from "@mdi/js";
import { Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors, useNumberSetting, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { SHAPE, TYPE } from "@terrarium/phone-ui/theme";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { Slider } from "@terrarium/phone-ui/widgets/Slider.tsx";
import { useState, type ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";

/** Android's font sizes go up to 2. Beyond 1.5, a word does not fit a 320 dp wide phone. */
const SMALLEST = 0.85;
const LARGEST = 1.5;
const STEP = 0.05;

/** The preview follows the finger. The rest changes on release, so that the slider does not move during a drag. */
export function FontSize(): ReactElement {
  const colors = useColors();
  const strings = useStrings(SETTINGS_STRINGS);
  const { settings } = useServices();
  const value = useNumberSetting("system", "font_scale", { fallback: 1, min: 0.7, max: 2 });
  const [shown, setShown] = useState<number>();
  const preview = (TYPE.bodyLarge.size * (shown ?? value)) / value;
  const set = (next: number): void => {
    const clean = Math.min(LARGEST, Math.max(SMALLEST, Math.round(next / STEP) * STEP));
    setShown(undefined);
    settings.put("system", "font_scale", String(Number(clean.toFixed(2))));
  };
  return (
    <View style={{ radius: SHAPE.large, clip: true, gap: 2 }}>
      <View style={{ background: colors.surfaceContainer, radius: SHAPE.inner, padding: 18, gap: 6 }}>
        <Text text={TYPE.labelSmall} color={colors.primary}>
          {strings.preview}
        </Text>
        <Text
          id="preview"
          text={{ ...TYPE.bodyLarge, size: preview, lineHeight: preview * 1.5 }}
          color={colors.onSurface}
        >
          {strings.previewText}
        </Text>
      </View>
      <View
        style={{
          background: colors.surfaceContainer,
          radius: SHAPE.inner,
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
          disabled={value <= SMALLEST}
          onPress={() => set(value - STEP)}
        />
        <View style={{ grow: 1, basis: 0 }}>
          <Slider
            id="font_scale"
            label={strings.fontSize}
            valueText={`${Math.round((shown ?? value) * 100)} %`}
            min={SMALLEST}
            max={LARGEST}
            step={STEP}
            value={shown ?? value}
            onChange={setShown}
            onRelease={set}
          />
        </View>
        <IconButton
          id="font_larger"
          path={mdiPlus}
          label={strings.larger}
          disabled={value >= LARGEST}
          onPress={() => set(value + STEP)}
        />
      </View>
    </View>
  );
}
