import { Text, View } from "@terrarium/phone-ui/render/elements";
import type { UiNode } from "@terrarium/phone-ui/render/node";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useColors, useScreen } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { useRef, useState, type ReactElement } from "react";
import { CONTACTS_STRINGS } from "./strings.ts";

interface Section {
  name: string;
  /** Top of the section in the list, in dp. */
  top: number;
}

const LETTER_HEIGHT = 18;
/** Height of the screen parts above and below the list, in dp. */
const AROUND = 190;

/** The sections' letters along the right edge. A tap jumps to a section; a sliding finger scrolls along. */
export function FastScroller({
  sections,
  onJump,
}: {
  sections: readonly Section[];
  onJump: (top: number) => void;
}): ReactElement {
  const colors = useColors();
  const texts = useStrings(CONTACTS_STRINGS);
  const { heightDp } = useScreen();
  const column = useRef<UiNode>(null);
  const [at, setAt] = useState<Section>();
  const room = Math.max(4, Math.floor((heightDp - AROUND) / LETTER_HEIGHT));
  const every = Math.ceil(sections.length / room);
  const shown = sections.filter((_section, index) => index % every === 0);
  const slide = (yPx: number): void => {
    const bounds = column.current?.bounds;
    if (!bounds) return;
    const part = (yPx - bounds.top) / Math.max(1, bounds.bottom - bounds.top);
    const section = sections[Math.max(0, Math.min(sections.length - 1, Math.floor(part * sections.length)))];
    if (!section || section === at) return;
    setAt(section);
    onJump(section.top);
  };
  return (
    <View
      passThrough
      style={{ absolute: true, right: 0, top: 0, bottom: 76 + NAVIGATION_HEIGHT, justify: "center", align: "end" }}
    >
      <View
        ref={column}
        dragAxis="y"
        onDrag={({ phase, yPx }) => (phase === "end" || phase === "cancel" ? setAt(undefined) : slide(yPx))}
        style={{ width: 32, align: "stretch" }}
      >
        {shown.map((section) => (
          <View
            key={section.name}
            id="jump"
            label={texts.jumpTo(section.name)}
            onPress={() => onJump(section.top)}
            style={{ height: LETTER_HEIGHT, justify: "center" }}
          >
            <Text
              text={{ ...TYPE.labelSmall, size: 11, letterSpacing: 0, textAlign: "center", fixed: true }}
              color={section === at ? colors.primary : colors.onSurfaceVariant}
              passThrough
            >
              {section.name}
            </Text>
          </View>
        ))}
      </View>
      {at ? (
        <View
          passThrough
          style={{
            absolute: true,
            right: 48,
            width: 64,
            height: 64,
            radius: [32, 32, 8, 32],
            background: colors.primaryContainer,
            align: "center",
            justify: "center",
          }}
        >
          <Text text={TYPE.headline} color={colors.onPrimaryContainer} passThrough>
            {at.name}
          </Text>
        </View>
      ) : null}
    </View>
  );
}
