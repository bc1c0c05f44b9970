import { mdiFlagOutline, mdiPause, mdiPlay, mdiRestore } from "@mdi/js";
import { Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors, useNow, useScreen, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { Button } from "@terrarium/phone-ui/widgets/Button.tsx";
import { LazyColumn } from "@terrarium/phone-ui/widgets/LazyColumn.tsx";
import { Column } from "@terrarium/phone-ui/widgets/Page.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useMemo, type ReactElement } from "react";
import type { ClockState, ClockStore } from "./clock-store.ts";
import { Dial, useButtonIcon, useDialSize, useRoomy } from "./Dial.tsx";
import { formatStopwatch, lap, startOrPause, stopwatchMs } from "./stopwatch.ts";
import { CLOCK_STRINGS } from "./strings.ts";

/** About thirty frames a second, enough for hundredths to look live. */
const TICK_MS = 33;
const MINUTE_MS = 60_000;

export function StopwatchPage({ store, state }: { store: ClockStore; state: ClockState }): ReactElement {
  const { stopwatch } = state;
  const colors = useColors();
  const strings = useStrings(CLOCK_STRINGS);
  const { clock } = useServices();
  const { widthDp, heightDp } = useScreen();
  const running = stopwatch.startedMs !== null;
  const shownMs = stopwatchMs(stopwatch, useNow(running ? TICK_MS : undefined));
  const begun = shownMs > 0 || running;
  const size = useDialSize();
  const roomy = useRoomy();
  const sideways = widthDp > heightDp;
  const icon = useButtonIcon(sideways ? 0.55 : 1);
  return (
    <View style={{ grow: 1, basis: 0 }}>
      {roomy ? <TopBar title={strings.stopwatch} large /> : null}
      <View style={{ grow: 1, basis: 0, direction: sideways ? "row" : "column", align: "center" }}>
        <View style={{ align: "center", gap: 24, paddingX: roomy ? 24 : 12, paddingBottom: 20 }}>
          <Dial part={(shownMs % MINUTE_MS) / MINUTE_MS}>
            <Text
              id="stopwatch_time"
              text={{ size: size / 6.5, lineHeight: size / 5, weight: 400, color: "", fixed: true }}
              color={colors.onSurface}
            >
              {formatStopwatch(shownMs)}
            </Text>
          </Dial>
          <View style={{ direction: "row", gap: 10 }}>
            <Button
              id="reset"
              {...icon(mdiRestore)}
              label={strings.reset}
              disabled={!begun}
              onPress={() => store.set({ stopwatch: { startedMs: null, elapsedMs: 0, laps: [] } })}
            />
            <Button
              id="start_pause"
              look="filled"
              icon={running ? mdiPause : mdiPlay}
              label={running ? strings.pause : strings.start}
              onPress={() => store.set({ stopwatch: startOrPause(stopwatch, clock.nowMs()) })}
            />
            <Button
              id="lap"
              {...icon(mdiFlagOutline)}
              label={strings.lap}
              disabled={!running}
              onPress={() => store.set({ stopwatch: lap(stopwatch, clock.nowMs()) })}
            />
          </View>
        </View>
        <View style={{ grow: 1, basis: 0, alignSelf: "stretch" }}>
          <Laps laps={stopwatch.laps} roomy={roomy} brief={sideways && widthDp < 600} />
        </View>
      </View>
    </View>
  );
}

const LAP_HEIGHT = 40;

/** Lists laps, latest first: number, lap time and, unless `brief`, the total at that moment. */
function Laps(props: { laps: readonly number[]; roomy: boolean; brief: boolean }): ReactElement {
  const { laps, roomy, brief } = props;
  const colors = useColors();
  const { fontScale } = useScreen();
  const height = Math.round(LAP_HEIGHT * Math.max(1, fontScale));
  const rows = useMemo(
    () => laps.map((totalMs, index) => ({ key: String(index), height, index, totalMs })).toReversed(),
    [height, laps],
  );
  return (
    <LazyColumn
      id="laps"
      items={rows}
      render={({ index, totalMs }) => (
        <Column paddingX={roomy ? 32 : 8}>
          <View style={{ direction: "row", justify: "between", gap: 8, minHeight: height, align: "center" }}>
            <Text text={TYPE.body} color={colors.primary} style={{ minWidth: 36 }}>
              {`# ${index + 1}`}
            </Text>
            <Text text={roomy ? TYPE.bodyLarge : TYPE.body} color={colors.onSurface}>
              {formatStopwatch(totalMs - (laps[index - 1] ?? 0))}
            </Text>
            {brief ? null : (
              <Text text={TYPE.body} color={colors.onSurfaceVariant}>
                {formatStopwatch(totalMs)}
              </Text>
            )}
          </View>
        </Column>
      )}
    />
  );
}
