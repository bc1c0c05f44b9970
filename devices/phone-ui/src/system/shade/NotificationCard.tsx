import type { PostedNotification } from "@terrarium/phone-system/system-ui";
import { useRef, type ReactElement, type RefObject } from "react";
import { Text, View } from "../../render/elements.ts";
import type { DragEvent, UiNode } from "../../render/node.ts";
import { useColors, useServices, useSystem } from "../../services/services.ts";
import { TYPE } from "../../theme.ts";
import { AppIcon } from "../../widgets/AppIcon.tsx";
import { useInternals } from "../internals.ts";
import { useNotificationSource } from "../notification-source.ts";
import { useSystemStrings, type SystemStrings } from "../system-strings.ts";

const FLIGHT_MS = 160;
/** Share of the card's width beyond which a released card is dismissed. */
const DISMISS_PART = 0.35;
const FLING_DP_PER_SECOND = 600;

const OUTER = 26;
const INNER = 6;
/** Gap between the cards of a stack, in dp. */
export const STACK_GAP = 2;

/**
 * Returns the corners of a card in a stack of `count` cards: the large radius is only at the top and bottom of the
 * stack.
 */
export function stackCorners(index: number, count: number): [number, number, number, number] {
  const top = index === 0 ? OUTER : INNER;
  const bottom = index === count - 1 ? OUTER : INNER;
  return [top, top, bottom, bottom];
}

/** A notification: a tap opens it, a swipe to either side dismisses it. */
export function NotificationCard(props: {
  notification: PostedNotification;
  onOpen: () => void;
  onDismiss: () => void;
  /** Whether it is a single card over the current screen. */
  raised?: boolean;
  /** Result of `stackCorners`. */
  corners?: readonly [number, number, number, number];
}): ReactElement {
  const { notification, onOpen, onDismiss, raised = false, corners = OUTER } = props;
  const colors = useColors();
  const strings = useSystemStrings();
  const minuteMs = useSystem((state) => state.minuteMs);
  const { node, drag } = useSwipeAway(onDismiss, notification.ongoing === true);
  const { name, icon } = useNotificationSource()(notification.packageName);
  return (
    <View
      ref={node}
      id="notification"
      label={`${name}: ${notification.title}`}
      onPress={onOpen}
      onDrag={drag}
      dragAxis="x"
      rippleColor={colors.onSurface}
      style={{
        direction: "row",
        gap: 14,
        padding: 16,
        radius: corners,
        background: raised ? colors.surfaceHigh : colors.surfaceContainer,
        ...(raised ? { shadow: { color: "#00000066", blur: 18, y: 6 } } : {}),
      }}
    >
      <AppIcon design={icon} size={36} />
      <View passThrough style={{ grow: 1, basis: 0, gap: 1 }}>
        <Text id="app_name_text" text={TYPE.labelSmall} color={colors.onSurfaceVariant} maxLines={1} passThrough>
          {`${name} · ${ago(notification.postedMs, minuteMs, strings)}`}
        </Text>
        <Text id="title" text={TYPE.titleSmall} color={colors.onSurface} maxLines={1} passThrough>
          {notification.title}
        </Text>
        <Text id="text" text={TYPE.body} color={colors.onSurfaceVariant} maxLines={3} passThrough>
          {notification.text}
        </Text>
        <Actions notification={notification} />
      </View>
    </View>
  );
}

function Actions({ notification }: { notification: PostedNotification }): ReactElement | null {
  const colors = useColors();
  const services = useServices();
  if (!notification.actions) return null;
  return (
    <View passThrough style={{ direction: "row", wrap: true, gap: 8, marginTop: 10 }}>
      {notification.actions.map((action) => (
        <View
          key={action.label}
          id="action"
          role="button"
          label={action.label}
          onPress={() => {
            services.cancelNotification(notification.packageName, notification.id);
            action.onPress();
          }}
          rippleColor={colors.onPrimaryContainer}
          style={{
            height: 40,
            minWidth: 72,
            paddingX: 16,
            radius: 20,
            justify: "center",
            align: "center",
            background: colors.primaryContainer,
          }}
        >
          <Text text={TYPE.label} color={colors.onPrimaryContainer} passThrough>
            {action.label}
          </Text>
        </View>
      ))}
    </View>
  );
}

/** Returns a function that opens a notification's subject and removes the notification. */
export function useOpenNotification(): (notification: PostedNotification) => void {
  const services = useServices();
  const { setShade, hideHeadsUp } = useInternals();
  return (notification) => {
    setShade("closed");
    hideHeadsUp();
    if (!notification.ongoing) services.cancelNotification(notification.packageName, notification.id);
    if (notification.onOpen) notification.onOpen();
    else services.startActivity({ packageName: notification.packageName });
  };
}

function useSwipeAway(
  onDismiss: () => void,
  stays: boolean,
): { node: RefObject<UiNode | null>; drag: (event: DragEvent) => void } {
  const { stage } = useInternals();
  const node = useRef<UiNode>(null);
  const show = (dx: number): void => {
    const { current } = node;
    if (!current) return;
    const width = current.bounds.right - current.bounds.left;
    const opacity = Math.max(0, 1 - Math.abs(dx) / width);
    stage.setMotion(current, dx === 0 ? undefined : { opacity, scale: 1, translateXPx: dx, translateYPx: 0 });
  };
  const drag = (event: DragEvent): void => {
    const { current } = node;
    if (!current) return;
    const dx = stays ? event.dxPx * 0.2 : event.dxPx;
    if (event.phase === "start" || event.phase === "move") return show(dx);
    const width = current.bounds.right - current.bounds.left;
    const flung = Math.abs(event.velocityXPx) > FLING_DP_PER_SECOND * stage.scale && event.velocityXPx * dx > 0;
    const goes = event.phase === "end" && !stays && (flung || Math.abs(dx) > width * DISMISS_PART);
    const target = goes ? Math.sign(dx) * width : 0;
    stage.animate(FLIGHT_MS, (progress) => {
      show(dx + (target - dx) * progress);
      if (progress >= 1 && goes) stage.run(onDismiss);
    });
  };
  return { node, drag };
}

function ago(thenMs: number, minuteMs: number, strings: SystemStrings): string {
  const minutes = Math.max(0, Math.round((minuteMs - thenMs) / 60_000));
  if (minutes < 1) return strings.now;
  return minutes < 60 ? strings.minutesAgo(minutes) : strings.hoursAgo(Math.floor(minutes / 60));
}
