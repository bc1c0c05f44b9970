import type { Clock } from "@terrarium/phone-system/clock";
import type { NotificationContent, Notifications, PostedNotification } from "@terrarium/phone-system/system-ui";
import type { Stage } from "../render/stage.ts";
import type { SystemStore } from "../services/system-store.ts";

const HEADS_UP_MS = 5000;
/** Limit of notifications; the oldest are removed first, and ongoing ones, such as ringing alarms, last. */
const NOTIFICATIONS_MAX = 50;

/** Notifications of apps that are not in front. */
export class NotificationCenter {
  readonly #stage: Stage;
  readonly #store: SystemStore;
  #nextId = 1;
  #headsUpTimer: NodeJS.Timeout | undefined;

  /** Returns whether notifications must not be shown over the screen. */
  readonly #isQuiet: () => boolean;

  readonly #wake: () => void;

  readonly #clock: Clock;

  constructor(options: { stage: Stage; store: SystemStore; clock: Clock; isQuiet: () => boolean; wake: () => void }) {
    this.#clock = options.clock;
    this.#wake = options.wake;
    this.#stage = options.stage;
    this.#store = options.store;
    this.#isQuiet = options.isQuiet;
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

  post(content: NotificationContent): string {
    const posted: PostedNotification = {
      ...content,
      id: content.id ?? `${this.#nextId++}`,
      postedMs: this.#clock.nowMs(),
    };
    const others = this.#store.get().notifications.filter((each) => !isSame(each, posted.packageName, posted.id));
    this.#store.set({ notifications: withinMost([posted, ...others]) });
    // A ringing notification wakes the screen, even in quiet mode.
    if (posted.urgent && posted.ongoing) this.#wake();
    const { headsUp } = this.#store.get();
    if (posted.urgent && !this.#isQuiet()) this.#comeDown(posted);
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

  hideHeadsUp(): void {
    clearTimeout(this.#headsUpTimer);
    this.#store.set({ headsUp: undefined });
  }

  dispose(): void {
    clearTimeout(this.#headsUpTimer);
  }

  #comeDown(notification: PostedNotification): void {
    clearTimeout(this.#headsUpTimer);
    this.#store.set({ headsUp: notification });
    if (notification.ongoing) return;
    this.#headsUpTimer = setTimeout(() => this.#stage.run(() => this.hideHeadsUp()), HEADS_UP_MS);
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
