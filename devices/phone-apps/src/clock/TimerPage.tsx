import { mdiBackspaceOutline, mdiPause, mdiPlay, mdiPlus, mdiTrashCanOutline } from "@mdi/js";
import { Icon, Text, View } from "@terrarium/phone-ui/render/elements";
import { useUsableHeight } from "@terrarium/phone-ui/services/bars";
import { useColors, useNow, useScreen, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { Button } from "@terrarium/phone-ui/widgets/Button.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useState, type ReactElement } from "react";
import type { ClockState, ClockStore } from "./clock-store.ts";
import { Dial, useButtonIcon, useDialSize, useRoomy } from "./Dial.tsx";
import { formatSeconds } from "./stopwatch.ts";
import { CLOCK_STRINGS } from "./strings.ts";
import { addMinute, durationOf, newTimer, pauseOrResume, timerLeftMs, typeDigits } from "./timer.ts";

const TICK_MS = 100;

/** Shows the keypad while no timer is set, then the countdown. */
export function TimerPage({ store, state }: { store: ClockStore; state: ClockState }): ReactElement {
  const strings = useStrings(CLOCK_STRINGS);
  const { clock } = useServices();
  const roomy = useRoomy();
  return (
    <View style={{ grow: 1, basis: 0 }}>
      {roomy ? <TopBar title={strings.timer} large /> : null}
      {state.timer ? (
        <Countdown store={store} timer={state.timer} />
      ) : (
        <Keypad onStart={(durationMs) => store.set({ timer: newTimer(durationMs, clock.nowMs()) })} />
      )}
    </View>
  );
}

function Countdown({ store, timer }: { store: ClockStore; timer: NonNullable<ClockState["timer"]> }): ReactElement {
  const colors = useColors();
  const strings = useStrings(CLOCK_STRINGS);
  const { clock } = useServices();
  const running = timer.endsMs !== null;
  const leftMs = Math.max(0, timerLeftMs(timer, useNow(running ? TICK_MS : undefined)));
  const size = useDialSize();
  const icon = useButtonIcon();
  return (
    <View style={{ grow: 1, align: "center", justify: "center", gap: 28, paddingBottom: 16 }}>
      <Dial part={leftMs / timer.durationMs}>
        <Text
          id="timer_left"
          text={{ size: size / 5.5, lineHeight: size / 4.2, weight: 400, color: "", fixed: true }}
          color={colors.onSurface}
        >
          {formatSeconds(Math.ceil(leftMs / 1000))}
        </Text>
        <Text text={TYPE.body} color={colors.onSurfaceVariant}>
          {formatSeconds(Math.round(timer.durationMs / 1000))}
        </Text>
      </Dial>
      <View style={{ direction: "row", wrap: true, justify: "center", gap: 10 }}>
        <Button
          id="delete_timer"
          {...icon(mdiTrashCanOutline)}
          label={strings.delete}
          onPress={() => store.set({ timer: null })}
        />
        <Button
          id="start_pause"
          look="filled"
          icon={running ? mdiPause : mdiPlay}
          label={running ? strings.pause : strings.resume}
          onPress={() => store.set({ timer: pauseOrResume(timer, clock.nowMs()) })}
        />
        <Button
          id="add_minute"
          {...icon(mdiPlus)}
          label={icon(mdiPlus) ? strings.addMinute.replace("+ ", "") : strings.addMinute}
          onPress={() => store.set({ timer: addMinute(timer) })}
        />
      </View>
    </View>
  );
}

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "⌫"] as const;

function Keypad({ onStart }: { onStart: (durationMs: number) => void }): ReactElement {
  const colors = useColors();
  const strings = useStrings(CLOCK_STRINGS);
  const { widthDp } = useScreen();
  const heightDp = useUsableHeight();
  const [typed, setTyped] = useState("");
  const { hours, minutes, seconds, ms } = durationOf(typed);
  const wide = widthDp > heightDp;
  const roomy = useRoomy();
  const around = wide ? (roomy ? 200 : 110) : roomy ? 360 : 288;
  // On a wide screen, the app's tabs and the digits are beside the keys.
  const room = wide ? (widthDp - 375) / 3 : widthDp / 4.4;
  const keySize = Math.max(36, Math.min(76, (heightDp - around) / 4, room));
  const press = (key: string): void =>
    setTyped(key === "⌫" ? typed.slice(0, -1) : Array.from(key).reduce(typeDigits, typed));
  const lit = ms > 0 ? colors.primary : colors.onSurfaceVariant;
  return (
    <View
      style={{
        grow: 1,
        direction: wide ? "row" : "column",
        align: "center",
        justify: "center",
        gap: wide ? 40 : 16,
        paddingBottom: 12,
      }}
    >
      <View style={{ align: "center", gap: 16 }}>
        <View
          id="timer_typed"
          label={`${hours}:${minutes}:${seconds}`}
          style={{ direction: "row", align: "baseline", gap: 4 }}
        >
          {[
            { id: "h", value: hours, unit: strings.hoursShort },
            { id: "m", value: minutes, unit: strings.minutesShort },
            { id: "s", value: seconds, unit: strings.secondsShort },
          ].map(({ id, value, unit }) => (
            <View key={id} passThrough style={{ direction: "row", align: "baseline", gap: 2, paddingX: 4 }}>
              <Text text={{ size: 44, lineHeight: 52, weight: 400, color: "", fixed: true }} color={lit} passThrough>
                {value}
              </Text>
              <Text text={{ ...TYPE.titleMedium, fixed: true }} color={lit} passThrough>
                {unit}
              </Text>
            </View>
          ))}
        </View>
        {wide ? <StartButton ms={ms} onStart={onStart} /> : null}
      </View>
      <View style={{ direction: "row", wrap: true, justify: "center", gap: 8, width: keySize * 3 + 16 + 1 }}>
        {KEYS.map((key) => (
          <View
            key={key}
            id={key === "⌫" ? "timer_del" : `timer_${key}`}
            role="button"
            label={key === "⌫" ? strings.backspace : key}
            onPress={() => press(key)}
            {...(key === "⌫" ? { repeats: true } : {})}
            rippleColor={colors.onSurface}
            style={{
              width: keySize,
              height: keySize,
              radius: keySize / 2,
              align: "center",
              justify: "center",
              background: key === "⌫" ? colors.secondaryContainer : colors.surfaceHigh,
            }}
          >
            {key === "⌫" ? (
              <Icon path={mdiBackspaceOutline} size={24} color={colors.onSecondaryContainer} passThrough />
            ) : (
              <Text
                text={{ size: 26, lineHeight: 32, weight: 400, color: "", fixed: true }}
                color={colors.onSurface}
                passThrough
              >
                {key}
              </Text>
            )}
          </View>
        ))}
      </View>
      {wide ? null : <StartButton ms={ms} onStart={onStart} />}
    </View>
  );
}

function StartButton({ ms, onStart }: { ms: number; onStart: (durationMs: number) => void }): ReactElement {
  const strings = useStrings(CLOCK_STRINGS);
  return (
    <Button
      id="start_timer"
      look="filled"
      icon={mdiPlay}
      label={strings.start}
      disabled={ms === 0}
      onPress={() => onStart(ms)}
    />
  );
}
