import { expect, test } from "vitest";
import { createAuthenticate } from "./create-authenticate.ts";

const authenticate = createAuthenticate([{ find: async () => undefined }]);

test("reports an unknown API key", async () => {
  await expect(authenticate("trm_mistyped")).rejects.toThrow("Not authorized: the API key is unknown");
});

test("asks users with an unknown session to sign in again", async () => {
  await expect(authenticate("ended")).rejects.toThrow("Not authorized: the session is unknown or has ended. Sign in");
});
