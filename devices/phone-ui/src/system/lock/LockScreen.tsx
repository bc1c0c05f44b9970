import { mdiLock } from "@mdi/js";
import type { ReactElement } from "react";
import { Icon, Scroll, Text, View } from "../../render/elements.ts";
import type { DragEvent } from "../../render/node.ts";
import { STATUS_BAR_HEIGHT } from "../../services/bars.ts";
import { formatTime } from "../../services/format-clock.ts";
import { useColors, useScreen, useServices, useSetting, useSystem } from "../../services/services.ts";
import { useLanguage } from "../../services/strings.ts";
import { TYPE } from "../../theme.ts";
import { useInternals } from "../internals.ts";
import { NotificationCard, stackCorners, STACK_GAP, useOpenNotification } from "../shade/NotificationCard.tsx";
import { useSystemStrings } from "../system-strings.ts";
import { useReveal } from "../use-reveal.ts";
import { Wallpaper } from "../Wallpaper.tsx";

const FILL = { absolute: true, top: 0, left: 0, right: 0, bottom: 0 } as const;
const UNLOCK_PART = 0.18;
const FLING_DP_PER_SECOND = 500;

/** The lock screen shown after waking: the time, the notifications, and a swipe up to unlock. */
export function LockScreen(): ReactElement | null {
  const { stage, unlock } = useInternals();
  const locked = useSystem((state) => state.locked);
  const reveal = useReveal(locked, 240);
  if (!reveal.present) return null;
  const drag = (event: DragEvent): void => {
    const up = -event.dyPx / stage.heightPx;
    if (event.phase === "start" || event.phase === "move") return reveal.follow(1 - Math.max(0, up));
    const flung = event.velocityYPx < -FLING_DP_PER_SECOND * stage.scale;
    const opens = event.phase === "end" && (flung || up > UNLOCK_PART);
    reveal.settle(!opens);
    if (opens) unlock();
  };
  return (
    <View
      ref={reveal.part("window", (progress) => ({ opacity: progress, translateYPx: -stage.heightPx * (1 - progress) }))}
      packageName="com.android.systemui"
      modal
      inert={!locked}
      id="keyguard_root_view"
      onDrag={drag}
      dragAxis="y"
      style={FILL}
    >
      <LockContent />
    </View>
  );
}

function LockContent(): ReactElement {
  const services = useServices();
  const { unlock } = useInternals();
  const colors = useColors();
  const strings = useSystemStrings();
  const language = useLanguage();
  const { widthDp, heightDp } = useScreen();
  const minuteMs = useSystem((state) => state.minuteMs);
  const shows = (useSetting("secure", "lock_screen_show_notifications") ?? "1") !== "0";
  const posted = useSystem((state) => state.notifications);
  const notifications = shows ? posted : [];
  const twelve = useSetting("system", "time_12_24") === "12";
  const open = useOpenNotification();
  const low = heightDp < 480;
  const size = low ? 64 : 104;
  // In landscape, the notifications are beside the time.
  const beside = low && widthDp > heightDp && notifications.length > 0;
  return (
    <>
      <Wallpaper />
      <View
        passThrough
        style={{
          grow: 1,
          basis: 0,
          direction: beside ? "row" : "column",
          align: "center",
          paddingTop: STATUS_BAR_HEIGHT + (low ? 12 : 56),
          paddingX: 16,
          gap: beside ? 16 : 28,
        }}
      >
        <View passThrough style={{ align: "center", ...(beside ? { grow: 1, basis: 0 } : {}) }}>
          <Icon path={mdiLock} size={20} color={colors.onWallpaperMuted} label={strings.locked} id="lock_icon" />
          <Text
            id="lockscreen_clock_view"
            text={{
              size,
              lineHeight: size * 1.08,
              weight: 300,
              color: "",
              letterSpacing: -3,
              textAlign: "center",
              fixed: true,
            }}
            color={colors.onWallpaper}
            passThrough
          >
            {formatTime(minuteMs, twelve)}
          </Text>
          <Text id="date" text={{ ...TYPE.titleMedium, weight: 400 }} color={colors.onWallpaperMuted} passThrough>
            {language.formatDay(new Date(minuteMs), "long")}
          </Text>
        </View>
        {notifications.length === 0 ? null : (
          <Scroll
            style={{
              gap: STACK_GAP,
              // Clipped at the same radius as the cards.
              radius: 26,
              shrink: 1,
              ...(beside ? { grow: 1, basis: 0, maxHeight: "100%" } : { width: Math.min(widthDp - 32, 560) }),
            }}
          >
            {notifications.map((notification, index) => (
              <NotificationCard
                key={`${notification.packageName} ${notification.id}`}
                notification={notification}
                corners={stackCorners(index, notifications.length)}
                onOpen={() => {
                  unlock();
                  open(notification);
                }}
                onDismiss={() => services.cancelNotification(notification.packageName, notification.id)}
              />
            ))}
          </Scroll>
        )}
      </View>
      <View passThrough style={{ align: "center", paddingTop: 10, paddingBottom: 40 }}>
        <Text id="keyguard_indication_text" text={TYPE.body} color={colors.onWallpaperMuted} passThrough>
          {strings.swipeToUnlock}
        </Text>
      </View>
    </>
  );
}
