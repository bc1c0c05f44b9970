import type { toast as show } from "sonner";
import { t } from "../language/text.ts";

type Show = typeof show;
type Options = Parameters<Show["success"]>[1];

const { promise: shown, resolve: connectToaster } = Promise.withResolvers<Show>();

/** Called by the toaster once it is on the page; messages wait for it. */
export { connectToaster };

let isWaiting = false;
let announce = (): void => undefined;

/** Calls back, now or later, whenever there is a message to show. */
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
};

/** Tells the person that what they asked for waits for the server. */
export function reportUnreachable(): void {
  toast.error(t("Can't reach the server. Reconnecting…"), { id: "unreachable" });
}
