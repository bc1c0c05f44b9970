import { mdiAlarm, mdiEarth, mdiTimerOutline, mdiTimerSand } from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useIntent, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { OverlayHost } from "@terrarium/phone-ui/widgets/Overlay.tsx";
import { Places } from "@terrarium/phone-ui/widgets/Places.tsx";
import { useEffect, useState, useSyncExternalStore, type ReactElement } from "react";
import { AlarmsPage } from "./AlarmsPage.tsx";
import { alarmOfIntent, CLOCK_ACTIONS, timerOfIntent } from "./clock-intents.ts";
import { stopRinging } from "./clock-service.ts";
import { clockStore } from "./clock-store.ts";
import { TIMER_ID } from "./clock-store.ts";
import { RingingPage } from "./RingingPage.tsx";
import { StopwatchPage } from "./StopwatchPage.tsx";
import { CLOCK_STRINGS, type ClockStrings } from "./strings.ts";
import { newTimer } from "./timer.ts";
import { TimerPage } from "./TimerPage.tsx";
import { WorldPage } from "./WorldPage.tsx";

type Tab = "alarms" | "world" | "timer" | "stopwatch";

export function ClockScreen(): ReactElement {
  const store = clockStore(useServices());
  const state = useSyncExternalStore(store.subscribe, store.get);
  const strings = useStrings(CLOCK_STRINGS);
  const [tab, setTab] = useState<Tab>("alarms");
  useClockIntents(setTab, strings);
  if (state.ringing !== null) return <RingingPage store={store} state={state} ringing={state.ringing} />;
  const tabs = [
    { id: "alarms", label: strings.alarms, icon: mdiAlarm },
    { id: "world", label: strings.world, icon: mdiEarth },
    { id: "timer", label: strings.timer, icon: mdiTimerSand },
    { id: "stopwatch", label: strings.stopwatch, icon: mdiTimerOutline },
  ] as const;
  return (
    <OverlayHost>
      <Places tabs={tabs} selected={tab} onSelect={(id) => setTab(tabs.find((each) => each.id === id)?.id ?? "alarms")}>
        <View key={tab} style={{ grow: 1, basis: 0 }}>
          {tab === "alarms" ? <AlarmsPage store={store} state={state} /> : null}
          {tab === "world" ? <WorldPage store={store} state={state} /> : null}
          {tab === "timer" ? <TimerPage store={store} state={state} /> : null}
          {tab === "stopwatch" ? <StopwatchPage store={store} state={state} /> : null}
        </View>
      </Places>
    </OverlayHost>
  );
}

/** Handles an intent once: sets its alarm or timer, and shows the matching page. */
function useClockIntents(show: (tab: Tab) => void, strings: ClockStrings): void {
  const intent = useIntent();
  const services = useServices();
  const store = clockStore(services);
  useEffect(() => {
    if (!intent) return;
    const nowMs = services.clock.nowMs();
    const forTimer = intent.action === CLOCK_ACTIONS.setTimer || intent.action === CLOCK_ACTIONS.showTimers;
    services.run(() => {
      show(forTimer ? "timer" : "alarms");
      if (intent.action === CLOCK_ACTIONS.setAlarm) {
        const alarm = alarmOfIntent(intent, services.random.uuid(), nowMs);
        if (alarm && !store.saveAlarm(alarm)) services.showToast(strings.tooMany);
      } else if (intent.action === CLOCK_ACTIONS.setTimer) {
        const durationMs = timerOfIntent(intent);
        if (durationMs === undefined) return;
        if (store.get().ringing === TIMER_ID) stopRinging(store, "dismiss", nowMs);
        store.set({ timer: newTimer(durationMs, nowMs) });
      }
    });
  }, [intent, services, show, store, strings]);
}
