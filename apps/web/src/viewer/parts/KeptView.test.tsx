// @vitest-environment happy-dom
import { createRoot } from "react-dom/client";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { chooseLanguage } from "../../language/language.ts";
import { act } from "../../testing/act.ts";
import { KeptView } from "./KeptView.tsx";
import { lateView } from "./late-view.tsx";

afterEach(() => chooseLanguage("en"));

test.for([
  ["en", "Its code could not be downloaded"],
  ["zh", "无法下载其代码"],
] as const)(
  "a view with missing code reports this in its place (%s) without affecting the others",
  async ([language, told]) => {
    await chooseLanguage(language);
    vi.spyOn(console, "error").mockReturnValue();
    const page = document.createElement("div");
    const root = createRoot(page);
    onTestFinished(async () => {
      await act(() => root.unmount());
      vi.restoreAllMocks();
    });
    const Lost = lateView<"Lost", object>("Lost", () =>
      Promise.reject(new TypeError("Failed to fetch dynamically imported module: https://example.com/Lost.js")),
    );
    await act(() =>
      root.render(
        <>
          <KeptView label="Screen" isShown>
            the screen
          </KeptView>
          <KeptView label="Shell" isShown>
            <Lost />
          </KeptView>
        </>,
      ),
    );
    const view = (label: string) => page.querySelector(`[aria-label=${label}]`)?.textContent;
    await vi.waitFor(() => expect(view("Shell")).toContain(told));
    expect(view("Shell")).not.toContain("example.com");
    expect(view("Screen")).toBe("the screen");
  },
);
