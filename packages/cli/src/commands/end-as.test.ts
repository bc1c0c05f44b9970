import { expect, onTestFinished, test, vi } from "vitest";
import { EXIT, MissingKeyError, UsageError } from "../exit-codes.ts";
import { endAs } from "./end-as.ts";

test.each([
  ["was asked for wrongly", new UsageError("no address"), EXIT.wrongUsage],
  ["nobody may ask for", new MissingKeyError("no key"), EXIT.ownFailure],
  ["cannot be run", new Error("no such box"), EXIT.ownFailure],
])("%s ends with the documented exit code", async (_what, error, exitCode) => {
  const before = process.exitCode;
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => {
    told.mockRestore();
    process.exitCode = before;
  });
  await endAs("table", () => Promise.reject(error));
  expect(process.exitCode).toBe(exitCode);
  expect(told.mock.calls).toEqual([[`error: ${error.message}\n`]]);
});
