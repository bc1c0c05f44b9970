import { t } from "../language/text.ts";
import { TeamCreationError } from "./load-session.ts";

/** What to tell a person when the user or the teams could not be loaded. */
export const sessionErrorMessage = (error: unknown): string =>
  error instanceof TeamCreationError ? t("创建团队失败") : t("初始化用户数据失败");
