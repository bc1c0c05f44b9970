import { mdiVolumeHigh, mdiVolumeOff } from "@mdi/js";
import { useRef, type ReactElement } from "react";
import { Icon, View } from "../render/elements.ts";
import type { DragEvent, UiNode } from "../render/node.ts";
import { useColors, useNumberSetting, useScreen, useServices, useSystem } from "../services/services.ts";
import { useSystemStrings } from "./system-strings.ts";
import { LOUDEST_VOLUME } from "./transients.ts";
import { useReveal } from "./use-reveal.ts";

const PANEL_HEIGHT = 220;

/** The volume panel; volume keys show it, and it disappears by itself. */
export function VolumePanel(): ReactElement | null {
  const colors = useColors();
  const { settings } = useServices();
  const { heightDp } = useScreen();
  const strings = useSystemStrings();
  const open = useSystem((state) => state.volumePanel);
  const reveal = useReveal(open, 200);
  const volume = useNumberSetting("system", "volume_music", { fallback: 0, min: 0, max: LOUDEST_VOLUME });
  const node = useRef<UiNode>(null);
  if (!reveal.present) return null;
  const drag = (event: DragEvent): void => {
    const bounds = node.current?.bounds;
    if (!bounds) return;
    const part = (bounds.bottom - event.yPx) / (bounds.bottom - bounds.top);
    settings.put("system", "volume_music", `${Math.round(Math.max(0, Math.min(1, part)) * LOUDEST_VOLUME)}`);
  };
  const height = Math.min(PANEL_HEIGHT, heightDp - 120);
  return (
    <View
      ref={reveal.part("panel", (progress) => ({ opacity: progress, translateXPx: 120 * (1 - progress) }))}
      packageName="com.android.systemui"
      inert={!open}
      id="volume_dialog"
      style={{
        absolute: true,
        right: 10,
        top: (heightDp - height) / 2 - 6,
        padding: 6,
        radius: 32,
        background: colors.surfaceContainer,
        shadow: { color: "#00000066", blur: 16, y: 4 },
      }}
    >
      <View
        ref={node}
        id="volume_row_slider"
        role="slider"
        label={`${strings.volume}, ${Math.round((volume / LOUDEST_VOLUME) * 100)}%`}
        onDrag={drag}
        dragAxis="y"
        style={{ width: 52, height, radius: 26, clip: true, justify: "end", background: colors.surfaceHighest }}
      >
        <View
          passThrough
          style={{
            height: 52 + (height - 52) * (volume / LOUDEST_VOLUME),
            radius: 26,
            background: volume === 0 ? colors.surfaceHighest : colors.primary,
            align: "center",
            justify: "end",
            paddingBottom: 15,
          }}
        >
          <Icon
            path={volume === 0 ? mdiVolumeOff : mdiVolumeHigh}
            size={22}
            color={volume === 0 ? colors.onSurfaceVariant : colors.onPrimary}
            passThrough
          />
        </View>
      </View>
    </View>
  );
}
