import type { Clock } from "@terrarium/phone-system/clock";
import type { NotificationContent, Notifications, PostedNotification } from "@terrarium/phone-system/system-ui";
import type { Stage } from "../render/stage.ts";
import type { SystemStore } from "../services/system-store.ts";

const headsUpMs = 5000;
/** What may be there at once; the oldest make way, and what goes on, such as an alarm that rings, last. */
const notificationsMax = 50;

/** What apps have to say while they are not in front. */
export class NotificationCenter {
  readonly #stage: Stage;
  readonly #store: SystemStore;
  #nextId = 1;
  #headsUpTimer: NodeJS.Timeout | undefined;

  /** Nothing is to come down by itself. */
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

  /** As the device offers it to its shell. */
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
    // What rings is seen also on a screen that was dark, whether or not the device is to be quiet.
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

  /** Takes all away that can be swiped away. */
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
    this.#headsUpTimer = setTimeout(() => this.#stage.run(() => this.hideHeadsUp()), headsUpMs);
  }
}

function withinMost(notifications: readonly PostedNotification[]): readonly PostedNotification[] {
  if (notifications.length <= notificationsMax) return notifications;
  return notifications.toSpliced(
    notifications.findLastIndex((each) => !each.ongoing),
    1,
  );
}

function isSame(notification: PostedNotification, packageName: string, id: string): boolean {
  return notification.packageName === packageName && notification.id === id;
}
