import { mdiCircleOutline, mdiSquareOutline } from "@mdi/js";
import type { Timer } from "@terrarium/phone-system/clock";
import { useRef, type ReactElement } from "react";
import { Icon, View } from "../render/elements.ts";
import type { DragEvent, UiNode } from "../render/node.ts";
import { BUTTON_BAR_HEIGHT, NAVIGATION_HEIGHT, useButtonNavigation } from "../services/bars.ts";
import { useColors, useServices, useSystem } from "../services/services.ts";
import { useInternals } from "./internals.ts";
import { useSystemStrings } from "./system-strings.ts";

const HOME_SWIPE_DP = 44;
const RECENTS_SWIPE_DP = 72;
/** Rest time of a finger on its way up that opens the running apps. */
const REST_MS = 220;

/** Navigation between apps: a pill for swipes up, or three buttons. It does nothing on the lock screen. */
export function NavigationBar({ color }: { color: string }): ReactElement | null {
  const locked = useSystem((state) => state.locked);
  const buttons = useButtonNavigation();
  if (locked) return buttons ? null : <Pill color={color} passThrough />;
  return buttons ? <ButtonBar /> : <GesturePill color={color} />;
}

function Pill(props: {
  color: string;
  /** Passes swipes up to the nodes beneath. */
  passThrough?: boolean;
  onDrag?: (event: DragEvent) => void;
}): ReactElement {
  const { color, ...touch } = props;
  const strings = useSystemStrings();
  return (
    <View
      packageName="com.android.systemui"
      passTaps
      dragAxis="y"
      {...touch}
      label={strings.home}
      id="home_handle"
      style={{
        absolute: true,
        bottom: 0,
        left: 0,
        right: 0,
        height: NAVIGATION_HEIGHT,
        justify: "center",
        align: "center",
      }}
    >
      <View passThrough style={{ width: 112, height: 4.5, radius: 3, background: color }} />
    </View>
  );
}

/**
 * The gesture pill: a swipe up goes home; a swipe up with a rest shows the running apps. The app in front follows the
 * finger.
 */
function GesturePill({ color }: { color: string }): ReactElement {
  const services = useServices();
  const { stage, windows, flights, showRecents } = useInternals();
  const gesture = useRef({ timer: undefined as Timer | undefined, done: false, lastY: 0 }).current;
  const frontWindow = (): UiNode | undefined => {
    const { front, recents } = services.store.get();
    return front === undefined || recents ? undefined : windows.get(front);
  };
  const lift = (up: number, dx: number): void => {
    const window = frontWindow();
    if (!window) return;
    services.store.set({ lifting: up > 0 });
    flights.lift(window, Math.min(1, Math.max(0, up) / (stage.heightPx * 0.6)), dx, up);
  };
  const drop = (): void => {
    const window = frontWindow();
    if (window) flights.settle(window, () => services.run(() => services.store.set({ lifting: false })));
  };
  const drag = (event: DragEvent): void => {
    const up = -event.dyPx;
    const { scale } = stage;
    if (event.phase === "start") Object.assign(gesture, { done: false, lastY: event.yPx });
    if (gesture.done) return;
    if (event.phase === "end" || event.phase === "cancel") {
      gesture.timer?.cancel();
      const leads = event.phase === "end" && up > HOME_SWIPE_DP * scale && up > Math.abs(event.dxPx);
      if (!leads) return drop();
      services.store.set({ lifting: false });
      return services.goHome();
    }
    lift(up, event.dxPx);
    if (event.phase === "move" && Math.abs(event.yPx - gesture.lastY) < 3 * scale) return;
    gesture.lastY = event.yPx;
    gesture.timer?.cancel();
    if (up < RECENTS_SWIPE_DP * scale) return;
    gesture.timer = services.clock.startTimer(REST_MS, () => {
      gesture.done = true;
      lift(0, 0);
      services.run(showRecents);
    });
  };
  return <Pill color={color} onDrag={drag} />;
}

function ButtonBar(): ReactElement {
  const services = useServices();
  const { back, showRecents } = useInternals();
  const colors = useColors();
  const strings = useSystemStrings();
  const onHome = useSystem((state) => state.front === undefined && !state.searching);
  const keyboard = useSystem((state) => state.keyboard !== undefined);
  const color = onHome ? colors.onWallpaper : colors.onSurface;
  const buttons = [
    { id: "back", label: strings.back, path: BACK_TRIANGLE, size: 21, onPress: back },
    { id: "home", label: strings.home, path: mdiCircleOutline, size: 20, onPress: () => services.goHome() },
    { id: "recent_apps", label: strings.overview, path: mdiSquareOutline, size: 19, onPress: showRecents },
  ];
  return (
    <View
      packageName="com.android.systemui"
      id="navigation_bar"
      style={{
        absolute: true,
        bottom: 0,
        left: 0,
        right: 0,
        height: BUTTON_BAR_HEIGHT,
        direction: "row",
        justify: "evenly",
        align: "center",
        ...(onHome ? {} : { background: keyboard ? colors.surfaceContainer : colors.surface }),
      }}
    >
      {buttons.map((button) => (
        <View
          key={button.id}
          id={button.id}
          role="button"
          label={button.label}
          onPress={button.onPress}
          rippleColor={color}
          style={{ width: 80, height: 48, radius: 24, align: "center", justify: "center" }}
        >
          <Icon path={button.path} size={button.size} color={color} passThrough />
        </View>
      ))}
    </View>
  );
}

/** A triangle pointing to the left. */
const BACK_TRIANGLE = "M18 3v18L3 12L18 3m-2 3.6L7 12l9 5.4V6.6Z";
