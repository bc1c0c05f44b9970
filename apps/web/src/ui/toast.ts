import type { toast as show } from "sonner";
import { t } from "../language/text.ts";

type Show = typeof show;
type Options = Parameters<Show["success"]>[1];

const { promise: shown, resolve: connectToaster } = Promise.withResolvers<Show>();

/** Called by the toaster once it is mounted. Messages are queued until then. */
export { connectToaster };

let isWaiting = false;
let announce = (): void => undefined;

/** Registers a listener that runs at each message, and at once if messages are queued. */
export function onToast(listener: () => void): void {
  announce = listener;
  if (isWaiting) listener();
}

function whenShown(work: (show: Show) => void): void {
  isWaiting = true;
  announce();
  void shown.then(work);
}

/** Short messages at the edge of the page. */
export const toast = {
  success: (message: string, options?: Options): void => whenShown((show) => show.success(message, options)),
  error: (message: string, options?: Options): void => whenShown((show) => show.error(message, options)),
  notice: (message: string, options?: Options): void => whenShown((show) => show(message, options)),
};

/** Reports that the user's request waits for the server. */
export function reportUnreachable(): void {
  toast.error(t("Can't reach the server. Reconnecting…"), { id: "unreachable" });
}
