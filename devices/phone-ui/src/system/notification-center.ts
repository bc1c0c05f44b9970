import { BLOCKED_NOTIFICATIONS_KEY, isBlocked } from "@terrarium/phone-system/blocked-notifications";
import type { Clock, Timer } from "@terrarium/phone-system/clock";
import type { DeviceSettings } from "@terrarium/phone-system/device-settings";
import type { NotificationContent, Notifications, PostedNotification } from "@terrarium/phone-system/system-ui";
import type { Stage } from "../render/stage.ts";
import type { SystemStore } from "../services/system-store.ts";

const HEADS_UP_MS = 5000;
const HISTORY_KEY = "notification_history_enabled";
/** Limit of the history. */
const HISTORY_MAX = 50;
/** Limit of notifications; the oldest are removed first, and ongoing ones, such as ringing alarms, last. */
const NOTIFICATIONS_MAX = 50;

/** Notifications of apps that are not in front. */
export class NotificationCenter {
  readonly #stage: Stage;
  readonly #store: SystemStore;
  #nextId = 1;
  #headsUpTimer: Timer | undefined;

  readonly #settings: DeviceSettings;
  readonly #stopListening: () => void;

  readonly #wake: () => void;

  readonly #clock: Clock;

  constructor(options: { stage: Stage; store: SystemStore; clock: Clock; settings: DeviceSettings; wake: () => void }) {
    this.#clock = options.clock;
    this.#wake = options.wake;
    this.#stage = options.stage;
    this.#store = options.store;
    this.#settings = options.settings;
    this.#stopListening = options.settings.onChange(({ key }) => {
      if (key === BLOCKED_NOTIFICATIONS_KEY) this.#stage.run(() => this.#removeBlocked());
      else if (key === HISTORY_KEY) this.#stage.run(() => this.#keepHistory(this.#store.get().notificationHistory));
    });
  }

  /** Returns the interface for the device's shell. */
  create(): Notifications {
    return {
      list: () => this.#store.get().notifications,
      post: (notification) => {
        let id = "";
        this.#stage.run(() => (id = this.post(notification)));
        return id;
      },
      cancel: (packageName, id) => this.#stage.run(() => this.cancel(packageName, id)),
    };
  }

  /** Posts a notification, unless its app is blocked. Returns its id. */
  post(content: NotificationContent): string {
    const posted: PostedNotification = {
      ...content,
      id: content.id ?? `${this.#nextId++}`,
      postedMs: this.#clock.nowMs(),
    };
    if (isBlocked(this.#settings, posted.packageName)) return posted.id;
    const isOther = (each: PostedNotification): boolean => !isSame(each, posted.packageName, posted.id);
    this.#keepHistory([posted, ...this.#store.get().notificationHistory.filter(isOther)]);
    const others = this.#store.get().notifications.filter(isOther);
    this.#store.set({ notifications: withinMost([posted, ...others]) });
    // A ringing notification wakes the screen, even in quiet mode.
    if (posted.urgent && posted.ongoing) this.#wake();
    const { headsUp } = this.#store.get();
    if (posted.urgent && !this.#settings.isOn("global", "zen_mode")) this.#comeDown(posted);
    else if (headsUp && isSame(headsUp, posted.packageName, posted.id)) this.#store.set({ headsUp: posted });
    return posted.id;
  }

  cancel(packageName: string, id: string): void {
    const { notifications, headsUp } = this.#store.get();
    this.#store.set({ notifications: notifications.filter((each) => !isSame(each, packageName, id)) });
    if (headsUp && isSame(headsUp, packageName, id)) this.hideHeadsUp();
  }

  /** Removes all notifications except ongoing ones. */
  clear(): void {
    const { notifications } = this.#store.get();
    this.#store.set({ notifications: notifications.filter((each) => each.ongoing) });
  }

  /** Shows an urgent notification again that is listed, for example a ringing alarm. */
  showAgain(notification: PostedNotification): void {
    if (this.#store.get().notifications.includes(notification)) this.#comeDown(notification);
  }

  hideHeadsUp(): void {
    this.#headsUpTimer?.cancel();
    this.#store.set({ headsUp: undefined });
  }

  dispose(): void {
    this.#headsUpTimer?.cancel();
    this.#stopListening();
  }

  #removeBlocked(): void {
    for (const { packageName, id } of this.#store.get().notifications)
      if (isBlocked(this.#settings, packageName)) this.cancel(packageName, id);
  }

  /** Without the setting there is no history. */
  #keepHistory(history: readonly PostedNotification[]): void {
    const kept = this.#settings.isOn("secure", HISTORY_KEY) ? history.slice(0, HISTORY_MAX) : [];
    this.#store.set({ notificationHistory: kept });
  }

  #comeDown(notification: PostedNotification): void {
    this.#headsUpTimer?.cancel();
    this.#store.set({ headsUp: notification });
    if (notification.ongoing) return;
    this.#headsUpTimer = this.#clock.startTimer(HEADS_UP_MS, () => this.#stage.run(() => this.hideHeadsUp()));
  }
}

function withinMost(notifications: readonly PostedNotification[]): readonly PostedNotification[] {
  if (notifications.length <= NOTIFICATIONS_MAX) return notifications;
  return notifications.toSpliced(
    notifications.findLastIndex((each) => !each.ongoing),
    1,
  );
}

function isSame(notification: PostedNotification, packageName: string, id: string): boolean {
  return notification.packageName === packageName && notification.id === id;
}
