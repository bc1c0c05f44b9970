// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lastPicture, watchThumbnail } from "./thumbnail-feed.ts";

const fetchMock = vi.fn<typeof fetch>();
const picture = { close: vi.fn<() => void>() } as unknown as ImageBitmap;
let isHidden: boolean;

function show(): void {
  isHidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  isHidden = true;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
  vi.stubGlobal(
    "fetch",
    fetchMock.mockImplementation(async () => new Response("png")),
  );
  vi.stubGlobal("createImageBitmap", async () => picture);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

test.each([
  ["an ended sandbox", false],
  ["a running sandbox", true],
])("fetches the screenshot of %s once the hidden page is shown", async (_what, isLive) => {
  const id = `sbx_${isLive}`;
  const seen = Promise.withResolvers<void>();
  const stop = watchThumbnail(id, isLive, seen.resolve);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(fetchMock).not.toHaveBeenCalled();
  show();
  await seen.promise;
  expect(lastPicture(id)).toBe(picture);
  stop();
});

test("fetches nothing for a thumbnail removed before the page is shown", () => {
  watchThumbnail("sbx_left", false, () => undefined)();
  show();
  expect(fetchMock).not.toHaveBeenCalled();
});
