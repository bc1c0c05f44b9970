import { REQUEST_TIMEOUT_MS } from "@terrarium/contract/limits";
import { expect, test } from "vitest";
import { PATIENCE_MS } from "../ui/patience.ts";

test("the notice for users appears at the timeout of requests", () => {
  expect(PATIENCE_MS).toBe(REQUEST_TIMEOUT_MS);
});
