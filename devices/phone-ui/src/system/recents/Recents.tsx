import { mdiCellphoneScreenshot, mdiCloseCircleOutline } from "@mdi/js";
import { useMemo, useRef, type ReactElement } from "react";
import { Draw, Icon, Scroll, Text, View } from "../../render/elements.ts";
import type { DragEvent, UiNode } from "../../render/node.ts";
import type { App } from "../../services/app.ts";
import { textsOf } from "../../services/language.ts";
import { useColors, useScreen, useServices, useSystem } from "../../services/services.ts";
import { useLanguage } from "../../services/strings.ts";
import { TYPE } from "../../theme.ts";
import { AppIcon } from "../../widgets/AppIcon.tsx";
import { Outline } from "../../widgets/Outline.tsx";
import { drawPicture } from "../app-pictures.ts";
import { useInternals } from "../internals.ts";
import { useSystemStrings } from "../system-strings.ts";
import { useReveal } from "../use-reveal.ts";
import { Wallpaper } from "../Wallpaper.tsx";

const FILL = { absolute: true, top: 0, left: 0, right: 0, bottom: 0 } as const;
const FLIGHT_MS = 180;
const FLING_DP_PER_SECOND = 500;
const GAP = 20;
const CARD_RADIUS = 28;

/** The running apps as cards, the last used first: a tap opens an app, a swipe up stops it. */
export function Recents(): ReactElement | null {
  const open = useSystem((state) => state.recents);
  const inApp = useSystem((state) => state.front !== undefined);
  const reveal = useReveal(open, 260);
  // An opening app enters over the current screen, so the cards disappear without an animation.
  if (!reveal.present || (!open && inApp)) return null;
  return (
    <View packageName="com.terrarium.launcher" modal inert={!open} style={FILL}>
      <View ref={reveal.part("scrim", (progress) => ({ opacity: progress }))} passThrough style={FILL}>
        <Backdrop />
      </View>
      <View
        ref={reveal.part("cards", (progress) => ({ opacity: progress, scale: 0.94 + 0.06 * progress }))}
        passThrough
        style={FILL}
      >
        <Cards />
      </View>
    </View>
  );
}

function Backdrop(): ReactElement {
  const colors = useColors();
  return (
    <>
      <Wallpaper />
      <View passThrough style={{ ...FILL, background: `${colors.surfaceHighest}cc` }} />
    </>
  );
}

function Cards(): ReactElement {
  const { widthDp, heightDp } = useScreen();
  const services = useServices();
  const colors = useColors();
  const strings = useSystemStrings();
  const running = useSystem((state) => state.running);
  const shown = running.flatMap((name) => services.apps.find((app) => app.packageName === name) ?? []);
  const part = heightDp > widthDp ? 0.66 : heightDp < 480 ? 0.48 : 0.58;
  const card = { width: Math.round(widthDp * part), height: Math.round(heightDp * part) };
  const side = (widthDp - card.width) / 2;
  const close = (): void => services.store.set({ recents: false });
  if (shown.length === 0) {
    return (
      <View id="overview_empty" onPress={close} style={{ grow: 1, align: "center", justify: "center" }}>
        <Text text={TYPE.title} color={colors.onWallpaper} passThrough>
          {strings.noRecents}
        </Text>
      </View>
    );
  }
  return (
    <View
      onPress={close}
      style={{
        grow: 1,
        justify: "center",
        paddingBottom: heightDp < 480 ? 20 : 0,
        gap: heightDp < 560 ? 0 : 4,
        paddingTop: heightDp < 560 ? 8 : 36,
      }}
    >
      <Scroll horizontal id="overview_panel" style={{ height: card.height + 60, paddingX: side, gap: GAP }}>
        {shown.map((app) => (
          <Card key={app.packageName} app={app} {...card} />
        ))}
      </Scroll>
      <Actions />
    </View>
  );
}

function Card({ app, width, height }: { app: App; width: number; height: number }): ReactElement {
  const services = useServices();
  const { stage, pictures, flights } = useInternals();
  const colors = useColors();
  const strings = useSystemStrings();
  const label = textsOf(useLanguage(), app.strings).appName;
  const node = useRef<UiNode>(null);
  const bytes = pictures.get(app.packageName);
  const draw = useMemo(() => bytes && drawPicture(bytes, CARD_RADIUS), [bytes]);
  const lift = (dy: number): void => {
    if (!node.current) return;
    const opacity = Math.max(0, 1 - Math.max(0, -dy) / (stage.heightPx * 0.8));
    stage.setMotion(node.current, dy === 0 ? undefined : { opacity, scale: 1, translateXPx: 0, translateYPx: dy });
  };
  const drag = (event: DragEvent): void => {
    const dy = Math.min(event.dyPx, event.dyPx * 0.2);
    if (event.phase === "start" || event.phase === "move") return lift(dy);
    const flung = event.velocityYPx < -FLING_DP_PER_SECOND * stage.scale;
    const goes = event.phase === "end" && (flung || event.dyPx < -height * stage.scale * 0.3);
    const target = goes ? -stage.heightPx : 0;
    stage.animate(FLIGHT_MS, (progress) => {
      lift(dy + (target - dy) * progress);
      if (progress >= 1 && goes) stage.run(() => services.stopApp(app.packageName));
    });
  };
  return (
    <View
      ref={node}
      id="task"
      label={label}
      onPress={() => {
        const { left, right, bottom } = node.current?.bounds ?? stage.root.bounds;
        const place = { left, right, bottom, top: bottom - height * stage.scale };
        flights.launchFrom(app.packageName, place, CARD_RADIUS * stage.scale);
        services.startApp(app.packageName);
      }}
      onDrag={drag}
      dragAxis="y"
      style={{ width, height: height + 28, justify: "end" }}
    >
      <View
        passThrough
        style={{
          width,
          height,
          radius: CARD_RADIUS,
          background: colors.surface,
          shadow: { color: "#00000066", blur: 20, y: 8 },
        }}
      >
        {draw ? <Draw draw={draw} passThrough style={{ width, height }} /> : null}
        <Outline radius={CARD_RADIUS} />
      </View>
      <View passThrough style={{ absolute: true, top: 0, left: 0, right: 0, align: "center" }}>
        <AppIcon design={app.icon} size={48} />
      </View>
      <View
        id="dismiss_task"
        role="button"
        label={strings.closeApp(label)}
        onPress={() => services.stopApp(app.packageName)}
        style={{ absolute: true, top: 28, right: 0, width: 48, height: 48, align: "center", justify: "center" }}
      >
        <View
          passThrough
          style={{ width: 28, height: 28, radius: 14, background: "#00000059", align: "center", justify: "center" }}
        >
          <Icon path={CLOSE_CROSS} size={18} color="#ffffff" passThrough />
        </View>
      </View>
    </View>
  );
}

const CLOSE_CROSS =
  "M19 6.41 17.59 5 12 10.59 6.41 5 5 6.41 10.59 12 5 17.59 6.41 19 12 13.41 17.59 19 19 17.59 13.41 12 19 6.41Z";

function Actions(): ReactElement {
  const services = useServices();
  const strings = useSystemStrings();
  const screenshot = (): void => {
    const [first] = services.store.get().running;
    if (first !== undefined) services.startApp(first);
    services.takeScreenshot().catch((error: unknown) => services.log(`screenshot: ${String(error)}`));
  };
  const clear = (): void => {
    for (const packageName of services.store.get().running) services.stopApp(packageName);
    services.goHome();
  };
  return (
    <View passThrough style={{ direction: "row", justify: "center", gap: 12 }}>
      <ActionChip
        id="action_screenshot"
        icon={mdiCellphoneScreenshot}
        label={strings.screenshot}
        onPress={screenshot}
      />
      <ActionChip id="clear_all" icon={mdiCloseCircleOutline} label={strings.clearAll} onPress={clear} />
    </View>
  );
}

function ActionChip(props: { id: string; icon: string; label: string; onPress: () => void }): ReactElement {
  const colors = useColors();
  return (
    <View
      id={props.id}
      role="button"
      label={props.label}
      onPress={props.onPress}
      rippleColor={colors.onWallpaper}
      style={{
        direction: "row",
        align: "center",
        gap: 8,
        height: 48,
        paddingLeft: 16,
        paddingRight: 20,
        radius: 24,
        background: colors.wallpaperPill,
        border: { width: 1, color: colors.wallpaperPillBorder },
      }}
    >
      <Icon path={props.icon} size={20} color={colors.onWallpaper} passThrough />
      <Text text={{ ...TYPE.label, fixed: true }} color={colors.onWallpaper} passThrough>
        {props.label}
      </Text>
    </View>
  );
}
