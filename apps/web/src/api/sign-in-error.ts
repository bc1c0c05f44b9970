import { t } from "../language/text.ts";
import { ApiError, ConnectionError, messageOf } from "./api-error.ts";

/** The callback's response has no token. */
export class NoTokenError extends Error {
  constructor() {
    super(t("Login failed: No token received"));
    this.name = "NoTokenError";
  }
}

/** The provider or this tab refused the sign-in. The message can be shown to users. */
export class SignInRefusedError extends Error {
  constructor(detail: string) {
    super(t("Login failed: {reason}", { reason: detail }));
    this.name = "SignInRefusedError";
  }
}

/** Returns the message for a failed sign-in. */
export function signInErrorMessage(error: unknown): string {
  if (error instanceof NoTokenError || error instanceof SignInRefusedError) return error.message;
  if (error instanceof ApiError && error.status === 500)
    return t("Internal server error, please contact administrator");
  if (error instanceof ConnectionError && error.failure === "refused")
    return t("Unable to connect to server, please check if server is running");
  const isOffline = error instanceof ConnectionError && error.failure === "offline";
  if (isOffline || (error instanceof Error && error.message.includes("Network Error")))
    return t("Network error, please check your connection");
  const isExplained = error instanceof ApiError || error instanceof ConnectionError;
  return t("Login failed: {reason}", { reason: isExplained ? messageOf(error) : t("Unknown error") });
}
