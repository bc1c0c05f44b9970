import { type Label, t } from "../../../language/text.ts";
import { toast } from "../../../ui/toast.ts";

const report = (message: Label) => (error: unknown) => {
  console.error(message, error);
  toast.error(t(message), { description: t("Please try again") });
};

/** Tells the person, and the browser's console, what failed. */
export const reportKeyError = {
  fetch: report("Error fetching API keys"),
  create: report("Error creating API key"),
  rotate: report("Error rotating API key"),
  delete: report("Error deleting API key"),
};
