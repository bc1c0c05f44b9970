// @vitest-environment happy-dom
import { createRoot } from "react-dom/client";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { chooseLanguage } from "../../language/language.ts";
import { act } from "../../testing/act.ts";
import { FileTable } from "./FileTable.tsx";
import type { Folder } from "./use-folder.ts";

afterEach(() => chooseLanguage("en"));

test("does not rerender for changes around it, but for a language change", async () => {
  const page = document.createElement("div");
  const root = createRoot(page);
  onTestFinished(() => act(() => root.unmount()));
  let looks = 0;
  const folder: Folder = {
    kind: "loaded",
    get files() {
      looks += 1;
      return [];
    },
  };
  const nothing = () => undefined;
  const draw = (transfers: number) =>
    act(() =>
      root.render(
        <>
          {transfers}
          <FileTable path="/sdcard" folder={folder} onDownload={nothing} onReload={nothing} />
        </>,
      ),
    );
  await draw(1);
  const once = looks;
  await draw(2);
  expect(looks).toBe(once);
  expect(page.textContent).toContain("This folder is empty");
  await act(() => chooseLanguage("zh"));
  expect(page.textContent).not.toContain("This folder is empty");
});
