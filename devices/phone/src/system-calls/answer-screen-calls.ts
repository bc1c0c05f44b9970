import type { KeyEvent } from "@terrarium/adb-device/ports/input";
import type { ScreenCalls } from "@terrarium/phone-shell/system-calls/screen-calls";
import { screenAtRest } from "@terrarium/phone-system/screen-at-rest";
import type { SystemServer } from "@terrarium/phone-system/system-server";

/** `typed` converts the text of `input text` as the selected input method does. */
export function answerScreenCalls(
  system: Pick<SystemServer, "ui" | "clock">,
  typed: (text: string) => string = (text) => text,
): ScreenCalls {
  const key = (action: KeyEvent["action"], keyCode: number, metaState: number) =>
    system.ui.input.key({ action, keyCode, metaState });
  return {
    display: async () => {
      const { widthPx, heightPx, densityDpi, rotation, physical } = system.ui.display;
      return { widthPx, heightPx, densityDpi, rotation, physical: { ...physical } };
    },
    capturePng: async () => system.ui.display.capturePng(),
    capturePixels: async () => {
      const { display } = system.ui;
      system.clock.settle();
      return display.picture(display.widthPx, display.heightPx).data();
    },
    hierarchy: async () => system.ui.hierarchy(),
    screenAtRest: () => screenAtRest(() => system.ui.display),
    touch: async (event) => system.ui.input.touch(event),
    tap: async (place) => {
      const { input } = system.ui;
      input.touch({ ...place, action: "down" });
      input.touch({ ...place, action: "up" });
    },
    scroll: async (event) => system.ui.input.scroll(event),
    key: async (keyCode, action, metaState = 0) => {
      if (action !== "up") key("down", keyCode, metaState);
      if (action !== "down") key("up", keyCode, metaState);
    },
    text: async (text) => system.ui.input.text(typed(text)),
    panel: async (action) => system.ui.panels[action](),
    power: async () => {
      const { awake, locked } = system.ui.power;
      return { awake, locked };
    },
    setPower: async (action) => system.ui.power[action](),
    getClipboard: async () => system.ui.clipboard.get(),
    setClipboard: async (text) => system.ui.clipboard.set(text),
    notifications: async () =>
      system.ui.notifications.list().map(({ id, packageName, title, text, postedMs, ongoing = false }) => ({
        id,
        packageName,
        title,
        text,
        postedMs,
        ongoing,
      })),
    postNotification: async (notification) => {
      system.ui.notifications.post(notification);
    },
    cancelNotification: async (packageName, id) => system.ui.notifications.cancel(packageName, id),
  };
}
