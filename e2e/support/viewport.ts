import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";

/** Resizes a page until the current test ends, whether it passes or fails. */
export async function resizeForTest(page: Page, size: { width: number; height: number }): Promise<void> {
  const before = page.viewportSize();
  if (before !== null) onTestFinished(() => (page.isClosed() ? undefined : page.setViewportSize(before)));
  await page.setViewportSize(size);
}

/** Waits until an element is fully inside the window's width. */
export async function expectInside(element: Locator): Promise<void> {
  const page = element.page();
  const isInside = async () => {
    const box = await element.boundingBox();
    return box !== null && box.x >= 0 && box.x + box.width <= (page.viewportSize()?.width ?? 0);
  };
  await expect.poll(isInside, { message: `${String(element)} is inside the window` }).toBe(true);
}
