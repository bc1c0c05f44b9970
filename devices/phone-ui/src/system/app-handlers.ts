import type { AppKey } from "../services/services.ts";

interface AppHandler<Handler> {
  packageName: string;
  handler: Handler;
}

/** What apps want to hear of while they are in front; the handler that was added last is the one that is asked. */
export class AppHandlers {
  readonly #back: AppHandler<() => void>[] = [];
  readonly #keys: AppHandler<(key: AppKey) => void>[] = [];

  addBack(packageName: string, handler: () => void): () => void {
    return addTo(this.#back, { packageName, handler });
  }

  addKey(packageName: string, handler: (key: AppKey) => void): () => void {
    return addTo(this.#keys, { packageName, handler });
  }

  /** False if the app has nothing to go back from. */
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
