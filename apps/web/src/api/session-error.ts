import { t } from "../language/text.ts";
import { toast } from "../ui/toast.ts";
import { ApiError, messageOf } from "./api-error.ts";
import { TeamCreationError } from "./load-session.ts";

/** Returns the message for a failure to load the user or the teams. */
export const sessionErrorMessage = (error: unknown): string =>
  error instanceof TeamCreationError ? t("创建团队失败") : t("初始化用户数据失败");

/** Reports that the user or the teams could not be loaded. The end of a session is reported elsewhere. */
export function reportSessionError(error: unknown): void {
  console.error("The user could not be loaded", error);
  if (error instanceof ApiError && error.status === 401) return;
  toast.error(sessionErrorMessage(error), { id: "session", description: messageOf(error) });
}
