import { mdiAlarm, mdiTimerSand } from "@mdi/js";
import { Icon, Text, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT, STATUS_BAR_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useColors, useScreen, useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { Button } from "@terrarium/phone-ui/widgets/Button.tsx";
import { FullBleed } from "@terrarium/phone-ui/widgets/FullBleed.tsx";
import type { ReactElement } from "react";
import { alarmTime, stopRinging } from "./clock-service.ts";
import { TIMER_ID, type ClockState, type ClockStore } from "./clock-store.ts";
import { formatSeconds } from "./stopwatch.ts";
import { CLOCK_STRINGS } from "./strings.ts";

/** The full-screen page while an alarm or the timer rings. */
export function RingingPage(props: { store: ClockStore; state: ClockState; ringing: string }): ReactElement {
  const { store, state, ringing } = props;
  const colors = useColors();
  const strings = useStrings(CLOCK_STRINGS);
  const { clock } = useServices();
  const minuteMs = useSystem((system) => system.minuteMs);
  const low = useScreen().heightDp < 420;
  const isTimer = ringing === TIMER_ID;
  const alarm = state.alarms.find((each) => each.id === ringing);
  const now = new Date(minuteMs);
  const time = alarmTime({ hour: now.getHours(), minute: now.getMinutes() });
  const end = (how: "snooze" | "dismiss") => () => stopRinging(store, how, clock.nowMs());
  return (
    <FullBleed id="ringing" background={colors.primaryContainer} foreground={colors.onPrimaryContainer}>
      <View
        style={{
          grow: 1,
          align: "center",
          justify: "center",
          gap: 14,
          paddingX: 24,
          paddingTop: STATUS_BAR_HEIGHT,
          paddingBottom: NAVIGATION_HEIGHT,
        }}
      >
        {low ? null : <Icon path={isTimer ? mdiTimerSand : mdiAlarm} size={44} color={colors.onPrimaryContainer} />}
        <Text
          text={{ size: 76, lineHeight: 84, weight: 300, color: "", fixed: true }}
          color={colors.onPrimaryContainer}
        >
          {isTimer ? formatSeconds(Math.round((state.timer?.durationMs ?? 0) / 1000)) : time}
        </Text>
        <Text
          id="ringing_label"
          text={{ ...TYPE.title, textAlign: "center" }}
          color={colors.onPrimaryContainer}
          maxLines={2}
        >
          {isTimer ? strings.timerOver : alarm?.label || strings.alarm}
        </Text>
        <View style={{ direction: "row", wrap: true, justify: "center", gap: 12, marginTop: low ? 8 : 36 }}>
          {isTimer ? null : <Button id="snooze" label={strings.snooze} look="tonal" onPress={end("snooze")} />}
          <Button
            id="dismiss"
            label={isTimer ? strings.stop : strings.dismiss}
            look="filled"
            onPress={end("dismiss")}
          />
        </View>
      </View>
    </FullBleed>
  );
}
