// @vitest-environment happy-dom
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useSession } from "../../../session/store.ts";
import { act } from "../../../testing/act.ts";
import { readScripts, removeScript, saveScript } from "./scripts.ts";
import { type Scripts, useScripts } from "./use-scripts.ts";

/** Signed out. */
const USER = "";
const seen: { scripts?: Scripts } = {};
let root: Root;

function Probe({ report }: { report: (scripts: Scripts) => void }) {
  report(useScripts());
  return null;
}
const scripts = () => {
  if (seen.scripts === undefined) throw new Error("not rendered");
  return seen.scripts;
};
/** Simulates another tab, with the browser's storage event in this one. */
const inAnotherTab = (work: () => void) =>
  act(() => {
    work();
    window.dispatchEvent(new StorageEvent("storage", { storageArea: localStorage }));
  });

beforeEach(async () => {
  useSession.setState({ user: null });
  localStorage.clear();
  sessionStorage.clear();
  saveScript(USER, { id: "1", name: "Mine", code: "mine()" });
  root = createRoot(document.createElement("div"));
  await act(() =>
    root.render(
      <Probe
        report={(latest) => {
          seen.scripts = latest;
        }}
      />,
    ),
  );
});
afterEach(() => act(() => root.unmount()));

test("keeps a script open and executable after another tab deletes it", async () => {
  await act(() => scripts().open("1"));
  await inAnotherTab(() => removeScript(USER, "1"));
  expect(scripts()).toMatchObject({ code: "mine()", current: { name: "Mine" }, problem: "removed" });
  await act(() => scripts().change("mine(2)"));
  expect(scripts()).toMatchObject({ code: "mine(2)", problem: undefined });
  expect(readScripts(USER)).toEqual([{ id: "1", name: "Mine", code: "mine(2)" }]);
});

test("follows scripts saved and deleted in other tabs, without changing the open one", async () => {
  await act(() => scripts().open("1"));
  await inAnotherTab(() => saveScript(USER, { id: "2", name: "Another", code: "" }));
  await inAnotherTab(() => saveScript(USER, { id: "1", name: "Mine", code: "theirs()" }));
  expect(scripts().scripts.map(({ name }) => name)).toEqual(["Another", "Mine"]);
  expect(scripts()).toMatchObject({ code: "mine()", problem: undefined });
  await inAnotherTab(() => removeScript(USER, "2"));
  expect(scripts().scripts.map(({ name }) => name)).toEqual(["Mine"]);
});
