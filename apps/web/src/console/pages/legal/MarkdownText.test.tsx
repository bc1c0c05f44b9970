// @vitest-environment happy-dom
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { act } from "../../../testing/act.ts";
import { MarkdownText } from "./MarkdownText.tsx";

async function render(text: string): Promise<HTMLElement> {
  const host = document.createElement("div");
  await act(() => createRoot(host).render(<MarkdownText text={text} />));
  return host;
}

test("renders headings, lists, links and emphasis as elements", async () => {
  const host = await render(
    "# Terms\n\nBe **kind**:\n\n- [ask](https://example.com)\n- [write](mailto:a@example.com)\n",
  );
  expect(host.querySelector("h1")?.textContent).toBe("Terms");
  expect(host.querySelector("strong")?.textContent).toBe("kind");
  expect([...host.querySelectorAll("li a")].map((link) => link.getAttribute("href"))).toEqual([
    "https://example.com",
    "mailto:a@example.com",
  ]);
});

test.each([
  "<script>globalThis.hacked = true</script>",
  '<img src=x onerror="globalThis.hacked = true">',
  "<iframe src='https://example.com'></iframe>",
  "<svg onload=alert(1)>",
  "<div style='position:fixed;inset:0'>over all</div>",
  "[click](javascript:alert(1))",
  "[click](JaVaScRiPt&colon;alert(1))",
  "[click](vbscript:x)",
  "[click](data:text/html,<script>alert(1)</script>)",
  "![x](javascript:alert(1))",
  "<javascript:alert(1)>",
  "[x]: javascript:alert(1)\n\n[x]",
])("%s has no effect", async (text) => {
  const host = await render(`before\n\n${text}\n\nafter`);
  expect(host.textContent).toContain("after");
  expect(host.querySelector("script, iframe, svg, style, [onerror], [onload], [style]")).toBeNull();
  for (const element of host.querySelectorAll("[href], [src]"))
    expect(element.getAttribute("href") ?? element.getAttribute("src")).not.toMatch(/^\W*(java|vb)script|^\W*data/i);
});
