import { ApiError, ConnectionError } from "../api/api-error.ts";

/** The server answered the callback without a token. */
export class NoTokenError extends Error {
  constructor() {
    super("Login failed: No token received");
    this.name = "NoTokenError";
  }
}

/** The provider or this tab refused; the message is fit to be shown. */
export class SignInRefusedError extends Error {
  constructor(detail: string) {
    super(`Login failed: ${detail}`);
    this.name = "SignInRefusedError";
  }
}

/** What to tell a person whose sign-in failed. */
export function signInErrorMessage(error: unknown): string {
  if (error instanceof NoTokenError || error instanceof SignInRefusedError) return error.message;
  if (error instanceof ApiError && error.status === 500) return "Internal server error, please contact administrator";
  if (error instanceof ConnectionError && error.failure === "refused")
    return "Unable to connect to server, please check if server is running";
  if (error instanceof Error && error.message.includes("Network Error"))
    return "Network error, please check your connection";
  if (error instanceof ApiError || error instanceof ConnectionError)
    return `Login failed: ${error.message === "" ? "Unknown error" : error.message}`;
  return "Login failed: Unknown error";
}
