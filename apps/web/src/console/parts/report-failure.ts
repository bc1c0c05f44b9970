import { messageOf } from "../../api/api-error.ts";
import { type Label, t } from "../../language/text.ts";
import { toast } from "../../ui/toast.ts";

/** Makes a handler of errors that tells the person what failed and why, and the browser's console everything. */
export const reportFailure =
  (message: Label) =>
  (error: unknown): void => {
    console.error(message, error);
    toast.error(t(message), { description: messageOf(error) });
  };

/** The same for what says on the page what failed: a message tells it only to who has left the page by then. */
export const reportIfLeft =
  (message: Label) =>
  (error: unknown, isMounted: boolean): void => {
    if (isMounted) console.error(message, error);
    else reportFailure(message)(error);
  };
