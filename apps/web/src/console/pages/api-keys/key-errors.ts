import { toast } from "../../../ui/toast.ts";

const report = (message: string) => (error: unknown) => {
  console.error(message, error);
  toast.error(message, { description: "Please try again" });
};

/** Tells the person, and the browser's console, what failed. */
export const reportKeyError = {
  fetch: report("Error fetching API keys"),
  create: report("Error creating API key"),
  delete: report("Error deleting API key"),
};
