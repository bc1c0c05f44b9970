import {
  mdiBattery,
  mdiBattery10,
  mdiBattery20,
  mdiBattery30,
  mdiBattery40,
  mdiBattery50,
  mdiBattery60,
  mdiBattery70,
  mdiBattery80,
  mdiBattery90,
  mdiBatteryAlertVariantOutline,
} from "@mdi/js";
import { batteryKey } from "@terrarium/phone-system/battery";
import type { ReactElement } from "react";
import { Icon } from "../render/elements.ts";
import { useNumberSetting } from "../services/services.ts";
import { useStrings } from "../services/strings.ts";

const strings = {
  en: { percent: (level: number) => `Battery ${level} percent` },
  zh: { percent: (level: number) => `电池电量百分之 ${level}` },
};

/** Glyphs from empty to full, in steps of ten percent. */
const GLYPHS = [
  mdiBatteryAlertVariantOutline,
  mdiBattery10,
  mdiBattery20,
  mdiBattery30,
  mdiBattery40,
  mdiBattery50,
  mdiBattery60,
  mdiBattery70,
  mdiBattery80,
  mdiBattery90,
  mdiBattery,
];

/** Battery level: full, unless `dumpsys battery set level` changes it. */
export function BatteryIcon({ color }: { color: string }): ReactElement {
  const { percent } = useStrings(strings);
  const level = useNumberSetting("global", batteryKey("level"), { fallback: 100, min: 0, max: 100 });
  return (
    <Icon
      path={GLYPHS[Math.floor(level / 10)] ?? mdiBattery}
      size={16}
      color={color}
      label={percent(level)}
      id="battery"
    />
  );
}
