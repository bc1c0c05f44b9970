// @vitest-environment happy-dom
import { MAX_SCRIPT_CHARS } from "@terrarium/contract/limits";
import { beforeEach, expect, test, vi } from "vitest";
import { readScripts, removeScript, removeScripts, saveScript, scriptNameProblem } from "./scripts.ts";

const script = { id: "1", name: "Swipe 10", code: "a" };

beforeEach(() => localStorage.clear());

test("stores scripts by user, lists them by name, updates and removes them", () => {
  expect(saveScript("usr_1", script)).toBeUndefined();
  expect(saveScript("usr_1", { id: "2", name: "Swipe 9", code: "b" })).toBeUndefined();
  expect(saveScript("usr_2", { id: "3", name: "Other", code: "c" })).toBeUndefined();
  expect(readScripts("usr_1").map(({ name }) => name)).toEqual(["Swipe 9", "Swipe 10"]);
  saveScript("usr_1", { ...script, name: "A", code: "changed" });
  expect(readScripts("usr_1")[0]).toEqual({ id: "1", name: "A", code: "changed" });
  removeScript("usr_1", "1");
  expect(readScripts("usr_1").map(({ id }) => id)).toEqual(["2"]);
  removeScripts("usr_1");
  expect(readScripts("usr_1")).toEqual([]);
  expect(readScripts("usr_2")).toHaveLength(1);
});

test("skips unreadable entries and keeps the others", () => {
  vi.spyOn(console, "error").mockImplementationOnce(() => undefined);
  localStorage.setItem("playground-script-usr_1-broken", "{");
  saveScript("usr_1", script);
  expect(readScripts("usr_1")).toEqual([script]);
});

test("refuses a script that is too long or does not fit, with the reason", () => {
  expect(saveScript("usr_1", { ...script, code: "x".repeat(MAX_SCRIPT_CHARS + 1) })).toBe("too-long");
  vi.spyOn(console, "error").mockImplementationOnce(() => undefined);
  const setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { setItem });
  expect(saveScript("usr_1", script)).toBe("no-room");
  vi.unstubAllGlobals();
  expect(readScripts("usr_1")).toEqual([]);
});

test.each([
  ["  ", "Enter a name for the script"],
  [" Swipe 10 ", "Another script has this name"],
  ["Swipe", undefined],
])("the name %j has the problem %j", (name, problem) => {
  expect(scriptNameProblem(name, [script])).toBe(problem);
});
