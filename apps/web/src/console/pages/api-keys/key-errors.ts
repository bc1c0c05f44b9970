import { messageOf } from "../../../api/api-error.ts";
import { type Label, t } from "../../../language/text.ts";
import { toast } from "../../../ui/toast.ts";

const report = (message: Label) => (error: unknown) => {
  console.error(message, error);
  const again = t("Please try again");
  toast.error(t(message), { description: t("{reason}. {end}", { reason: messageOf(error), end: again }) });
};

/** Reports a failure to the user and to the browser's console. */
export const reportKeyError = {
  fetch: report("Error fetching API keys"),
  create: report("Error creating API key"),
  rotate: report("Error rotating API key"),
  delete: report("Error deleting API key"),
};
