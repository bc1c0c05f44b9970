import { useState, type ReactElement } from "react";
import { View } from "../render/elements.ts";
import type { DragEvent, UiNode } from "../render/node.ts";
import { STATUS_BAR_HEIGHT } from "../services/bars.ts";
import { useServices, useSystem } from "../services/services.ts";
import { useInternals } from "./internals.ts";
import { NotificationCard, useOpenNotification } from "./shade/NotificationCard.tsx";
import { useReveal } from "./use-reveal.ts";

const HEADS_UP_ID = "heads_up";
const SWIPE_DP = 24;

/** Returns whether the node is part of the notification over the screen. */
export function isInHeadsUp(node: UiNode | undefined): boolean {
  return node !== undefined && [...node.path()].some((each) => each.props.id === HEADS_UP_ID);
}

/** An urgent notification over the current screen. A swipe up moves it to the shade, a swipe down opens the shade. */
export function HeadsUp(): ReactElement | null {
  const services = useServices();
  const { stage, hideHeadsUp, setShade } = useInternals();
  // An app in front shows its own ongoing notification itself, for example a ringing alarm.
  const notification = useSystem((state) =>
    state.headsUp?.ongoing && state.headsUp.packageName === state.front ? undefined : state.headsUp,
  );
  const reveal = useReveal(notification !== undefined, 240);
  const open = useOpenNotification();
  // Keeps a removed notification for its exit animation.
  const [shown, setShown] = useState(notification);
  if (notification && notification !== shown) setShown(notification);
  if (!reveal.present || !shown) return null;
  const swipe = (event: DragEvent): void => {
    if (event.phase !== "end" || Math.abs(event.dyPx) < SWIPE_DP * stage.scale) return;
    if (event.dyPx < 0) hideHeadsUp();
    else setShade("notifications");
  };
  return (
    <View
      ref={reveal.part("card", (progress) => ({ opacity: progress, translateYPx: -120 * (1 - progress) }))}
      packageName="com.android.systemui"
      inert={notification === undefined}
      style={{
        absolute: true,
        top: STATUS_BAR_HEIGHT,
        left: 0,
        right: 0,
        paddingX: 12,
        align: "center",
      }}
      passThrough
    >
      <View id={HEADS_UP_ID} floats onDrag={swipe} dragAxis="y" style={{ width: "100%", maxWidth: 560, radius: 26 }}>
        <NotificationCard
          raised
          notification={shown}
          onOpen={() => open(shown)}
          onDismiss={() => {
            hideHeadsUp();
            services.cancelNotification(shown.packageName, shown.id);
          }}
        />
      </View>
    </View>
  );
}
