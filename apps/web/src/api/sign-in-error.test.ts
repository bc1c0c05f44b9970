import { expect, test } from "vitest";
import { ApiError, ConnectionError } from "./api-error.ts";
import { NoTokenError, SignInRefusedError, signInErrorMessage } from "./sign-in-error.ts";

test.each([
  [new NoTokenError(), "Login failed: No token received"],
  [new ApiError(500, "internal", "Internal error"), "Internal server error, please contact administrator"],
  [new ConnectionError("refused", "no"), "Unable to connect to server, please check if server is running"],
  [new ConnectionError("offline", "Network Error: offline"), "Network error, please check your connection"],
  [new Error("Network Error"), "Network error, please check your connection"],
  [new ApiError(400, "oauth_failed", "The code is too old"), "Login failed: The code is too old"],
  [new ApiError(404, "unknown", ""), "Login failed: Unknown error"],
  [new ConnectionError("timeout", "No answer within 10 s"), "Login failed: No answer within 10 s"],
  [new SignInRefusedError("access_denied"), "Login failed: access_denied"],
  [new TypeError("x is undefined"), "Login failed: Unknown error"],
  ["a string", "Login failed: Unknown error"],
])("explains %s", (error, message) => {
  expect(signInErrorMessage(error)).toBe(message);
});
