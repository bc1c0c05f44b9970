import { t } from "../language/text.ts";
import { toast } from "../ui/toast.ts";
import { ApiError, messageOf } from "./api-error.ts";
import { TeamCreationError } from "./load-session.ts";

/** What to tell a person when the user or the teams could not be loaded. */
export const sessionErrorMessage = (error: unknown): string =>
  error instanceof TeamCreationError ? t("创建团队失败") : t("初始化用户数据失败");

/** Tells the person that the user or the teams could not be loaded. That the session has ended is told where it ends. */
export function reportSessionError(error: unknown): void {
  console.error("The user could not be loaded", error);
  if (error instanceof ApiError && error.status === 401) return;
  toast.error(sessionErrorMessage(error), { id: "session", description: messageOf(error) });
}
