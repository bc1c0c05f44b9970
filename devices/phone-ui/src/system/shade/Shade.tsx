import { mdiBellOutline } from "@mdi/js";
import { useRef, type ReactElement } from "react";
import { Icon, Scroll, Text, View } from "../../render/elements.ts";
import type { DragEvent, UiNode } from "../../render/node.ts";
import { STATUS_BAR_HEIGHT } from "../../services/bars.ts";
import { formatTime } from "../../services/format-clock.ts";
import { useColors, useScreen, useServices, useSetting, useSystem } from "../../services/services.ts";
import { useLanguage } from "../../services/strings.ts";
import { TYPE } from "../../theme.ts";
import { useInternals } from "../internals.ts";
import type { Reveal } from "../reveal.ts";
import { StatusIcons } from "../StatusBar.tsx";
import { useSystemStrings } from "../system-strings.ts";
import { useReveal } from "../use-reveal.ts";
import { NotificationCard, stackCorners, STACK_GAP, useOpenNotification } from "./NotificationCard.tsx";
import { QuickSettings } from "./QuickSettings.tsx";

const WIDE_DP = 600;
const SETTLE_DP_PER_SECOND = 300;
const FILL = { absolute: true, top: 0, left: 0, right: 0, bottom: 0 } as const;

/** The shade at the top edge with quick settings and notifications. It follows the finger in both directions. */
export function Shade(): ReactElement {
  const { store } = useServices();
  const { stage, setShade } = useInternals();
  const open = useSystem((state) => state.shade !== "closed");
  const reveal = useReveal(open, 260);
  const start = useRef(0);
  const panel = useRef<UiNode>(undefined);
  const takePanel = (node: UiNode): void => void (panel.current = node);
  const follow = (event: DragEvent): void => {
    // The panel's lower edge follows the finger.
    const reachPx = (panel.current && heightOf(panel.current)) || stage.heightPx * 0.5;
    if (event.phase === "start") start.current = reveal.progress;
    if (event.phase === "start" || event.phase === "move") return reveal.follow(start.current + event.dyPx / reachPx);
    const speed = event.velocityYPx / stage.scale;
    const stays =
      Math.abs(speed) > SETTLE_DP_PER_SECOND ? speed > 0 : reveal.progress > (start.current > 0.5 ? 0.8 : 0.2);
    const { shade } = store.get();
    reveal.settle(stays);
    setShade(stays ? (shade === "closed" ? "notifications" : shade) : "closed");
  };
  return (
    <>
      <View
        packageName="com.android.systemui"
        passTaps
        onDrag={follow}
        dragAxis="y"
        style={{ absolute: true, top: 0, left: 0, right: 0, height: STATUS_BAR_HEIGHT }}
      />
      {reveal.present ? <ShadeWindow reveal={reveal} onPanel={takePanel} closing={!open} onDrag={follow} /> : null}
    </>
  );
}

function heightOf({ bounds }: UiNode): number {
  return bounds.bottom - bounds.top;
}

function ShadeWindow(props: {
  reveal: Reveal;
  /** Receives the panel node; its height is available after layout. */
  onPanel: (node: UiNode) => void;
  closing: boolean;
  onDrag: (event: DragEvent) => void;
}): ReactElement {
  const { reveal, onPanel, closing, onDrag } = props;
  const { stage, setShade } = useInternals();
  const colors = useColors();
  const { widthDp, heightDp } = useScreen();
  const expanded = useSystem((state) => state.shade === "settings");
  const wide = widthDp >= WIDE_DP;
  const drag = (event: DragEvent): void => {
    // A further pull down shows all the settings; a swipe up closes the shade.
    if (expanded || event.phase !== "end" || event.dyPx <= 40) return onDrag(event);
    reveal.settle(true);
    setShade("settings");
  };
  return (
    <View packageName="com.android.systemui" modal inert={closing} style={FILL}>
      <View
        ref={reveal.part("scrim", (progress) => ({ opacity: progress }))}
        onPress={() => setShade("closed")}
        onDrag={drag}
        dragAxis="y"
        style={{ ...FILL, background: "#000000b3" }}
      />
      <View
        ref={reveal.part("panel", (progress, node) => {
          onPanel(node);
          // The height is 0 before the first layout.
          return { translateYPx: -(heightOf(node) || stage.heightPx) * (1 - progress) };
        })}
        id="notification_panel"
        onDrag={drag}
        dragAxis="y"
        style={{
          maxHeight: heightDp - 28,
          radius: [0, 0, 32, 32],
          background: colors.surfaceLow,
          paddingBottom: 6,
        }}
      >
        <ShadeHeader />
        {wide ? (
          <View style={{ direction: "row", gap: 20, paddingX: 20, shrink: 1 }}>
            <Scroll style={{ grow: 1, basis: 0 }}>
              <QuickSettings expanded={heightDp >= 480 || expanded} />
            </Scroll>
            <Scroll style={{ grow: 1, basis: 0 }}>
              <NotificationList />
            </Scroll>
          </View>
        ) : (
          <Scroll style={{ paddingX: 16, shrink: 1 }}>
            <QuickSettings expanded={expanded} />
            <View style={{ height: 14 }} />
            <NotificationList />
          </Scroll>
        )}
        <View passThrough style={{ height: 22, align: "center", justify: "center" }}>
          <View passThrough style={{ width: 36, height: 4, radius: 2, background: colors.outlineVariant }} />
        </View>
      </View>
    </View>
  );
}

function ShadeHeader(): ReactElement {
  const colors = useColors();
  const language = useLanguage();
  const minuteMs = useSystem((state) => state.minuteMs);
  const twelve = useSetting("system", "time_12_24") === "12";
  return (
    <View
      passThrough
      style={{ direction: "row", align: "end", paddingX: 22, paddingTop: 16, paddingBottom: 16, gap: 10 }}
    >
      <Text
        id="clock"
        text={{ size: 32, lineHeight: 36, weight: 300, color: "", fixed: true }}
        color={colors.onSurface}
        passThrough
      >
        {formatTime(minuteMs, twelve)}
      </Text>
      <Text
        id="date"
        text={TYPE.body}
        color={colors.onSurfaceVariant}
        style={{ grow: 1, basis: 0, marginBottom: 4 }}
        maxLines={1}
        passThrough
      >
        {language.formatDay(new Date(minuteMs), "short")}
      </Text>
      <View passThrough style={{ marginBottom: 6 }}>
        <StatusIcons color={colors.onSurfaceVariant} />
      </View>
    </View>
  );
}

function NotificationList(): ReactElement {
  const colors = useColors();
  const services = useServices();
  const { clearNotifications } = useInternals();
  const strings = useSystemStrings();
  const notifications = useSystem((state) => state.notifications);
  const open = useOpenNotification();
  if (notifications.length === 0) {
    return (
      <View passThrough style={{ direction: "row", align: "center", justify: "center", gap: 10, paddingY: 18 }}>
        <Icon path={mdiBellOutline} size={18} color={colors.onSurfaceVariant} passThrough />
        <Text id="no_notifications" text={TYPE.body} color={colors.onSurfaceVariant} passThrough>
          {strings.noNotifications}
        </Text>
      </View>
    );
  }
  return (
    <View id="notification_stack_scroller" style={{ gap: STACK_GAP }}>
      {notifications.map((notification, index) => (
        <NotificationCard
          key={`${notification.packageName} ${notification.id}`}
          notification={notification}
          corners={stackCorners(index, notifications.length)}
          onOpen={() => open(notification)}
          onDismiss={() => services.cancelNotification(notification.packageName, notification.id)}
        />
      ))}
      {notifications.some((each) => !each.ongoing) ? (
        <View
          id="dismiss_text"
          role="button"
          label={strings.clearAll}
          onPress={clearNotifications}
          rippleColor={colors.onSurface}
          style={{ alignSelf: "end", height: 48, paddingX: 18, radius: 24, justify: "center", marginTop: 6 }}
        >
          <Text text={TYPE.label} color={colors.primary} passThrough>
            {strings.clearAll}
          </Text>
        </View>
      ) : null}
    </View>
  );
}
