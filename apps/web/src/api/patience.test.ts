import { REQUEST_TIMEOUT_MS } from "@terrarium/contract/limits";
import { expect, test } from "vitest";
import { PATIENCE_MS } from "../ui/patience.ts";

test("people wait as long as requests do", () => {
  expect(PATIENCE_MS).toBe(REQUEST_TIMEOUT_MS);
});
