import { messageOf } from "../../api/api-error.ts";
import { type Label, t } from "../../language/text.ts";
import { toast } from "../../ui/toast.ts";

/** Returns an error handler that shows a toast with the failure and its reason, and logs the full error. */
export const reportFailure =
  (message: Label) =>
  (error: unknown): void => {
    console.error(message, error);
    toast.error(t(message), { description: messageOf(error) });
  };

/**
 * Returns an error handler for forms that display the failure themselves. It shows a toast only if the user has left
 * the form.
 */
export const reportIfLeft =
  (message: Label) =>
  (error: unknown, isMounted: boolean): void => {
    if (isMounted) console.error(message, error);
    else reportFailure(message)(error);
  };
