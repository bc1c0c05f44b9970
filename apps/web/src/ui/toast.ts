import type { toast as show } from "sonner";

type Show = typeof show;
type Options = Parameters<Show["success"]>[1];

const { promise: shown, resolve: connectToaster } = Promise.withResolvers<Show>();

/** Called by the toaster once it is on the page; messages wait for it. */
export { connectToaster };

/** Short messages at the edge of the page. */
export const toast = {
  success: (message: string, options?: Options): void => void shown.then((show) => show.success(message, options)),
  error: (message: string, options?: Options): void => void shown.then((show) => show.error(message, options)),
};
