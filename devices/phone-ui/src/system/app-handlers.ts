import type { AppKey } from "../services/app.ts";

interface AppHandler<Handler> {
  packageName: string;
  handler: Handler;
}

/** BACK and key handlers of the app in front; only the last added handler is called. */
export class AppHandlers {
  readonly #back: AppHandler<() => void>[] = [];
  readonly #keys: AppHandler<(key: AppKey) => void>[] = [];

  addBack(packageName: string, handler: () => void): () => void {
    return addTo(this.#back, { packageName, handler });
  }

  addKey(packageName: string, handler: (key: AppKey) => void): () => void {
    return addTo(this.#keys, { packageName, handler });
  }

  /** Calls the app's BACK handler; returns false if it has none. */
  goBack(packageName: string): boolean {
    const found = this.#back.findLast((each) => each.packageName === packageName);
    found?.handler();
    return found !== undefined;
  }

  pressKey(packageName: string | undefined, key: AppKey): void {
    this.#keys.findLast((each) => each.packageName === packageName)?.handler(key);
  }
}

function addTo<Item>(items: Item[], item: Item): () => void {
  items.push(item);
  return () => {
    const index = items.indexOf(item);
    if (index >= 0) items.splice(index, 1);
  };
}
