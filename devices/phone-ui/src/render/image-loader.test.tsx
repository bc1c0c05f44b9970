import { createCanvas } from "@napi-rs/canvas";
import { expect, test, vi } from "vitest";
import { Image, View } from "./elements.ts";
import { Stage } from "./stage.ts";

const waits = { timeout: 90_000 };

function picture(color: string): Uint8Array {
  const canvas = createCanvas(8, 8);
  const context = canvas.getContext("2d");
  context.fillStyle = color;
  context.fillRect(0, 0, 8, 8);
  return canvas.toBuffer("image/png");
}

/** Returns a screen; the test decides when its files are read. */
function stageWithFiles(read: (path: string) => Promise<Uint8Array>): Stage {
  return new Stage({
    widthPx: 100,
    heightPx: 100,
    densityDpi: 160,
    onError: (error) => {
      throw error;
    },
    readFile: read,
  });
}

const images = (paths: readonly string[], fades = false) => (
  <View style={{ grow: 1, background: "#000000" }}>
    {paths.map((path) => (
      <Image key={path} source={{ path }} fades={fades} style={{ height: 10 }} />
    ))}
  </View>
);

test("loads the last frame's images first, from top to bottom", async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const stage = stageWithFiles(async (path) => {
    asked.push(path);
    await new Promise<void>((resolve) => answers.push(resolve));
    return picture("#ffffff");
  });
  stage.render(images(["a", "b", "c", "d"]));
  stage.flush();
  await Promise.resolve();
  stage.render(images(["a", "b", "c", "d", "e", "f"]));
  stage.flush();
  await expect
    .poll(() => {
      answers.shift()?.();
      return asked.length;
    }, waits)
    .toBe(6);
  expect(asked).toEqual(["a", "b", "e", "f", "c", "d"]);
  for (const answer of answers) answer();
  stage.dispose();
});

test("with a viewer an image fades in, then animation stops", async () => {
  let nowMs = 1000;
  using clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  const stage = stageWithFiles(() => Promise.resolve(picture("#ffffff")));
  stage.onFrame(() => undefined);
  stage.render(images(["a"], true));
  stage.flush();
  await expect.poll(() => stage.moving, waits).toBe(true);
  const lightnessAfter = (passedMs: number): number => {
    nowMs += passedMs;
    return stage.picture(100, 100).data()[(5 * 100 + 50) * 4] ?? 0;
  };
  const half = lightnessAfter(70);
  expect(half).toBeGreaterThan(100);
  expect(half).toBeLessThan(160);
  expect(lightnessAfter(70)).toBe(255);
  expect(stage.moving).toBe(false);
  expect(clock).toHaveBeenCalled();
  stage.dispose();
});

test("without a viewer an image appears at once", async () => {
  const stage = stageWithFiles(() => Promise.resolve(picture("#ffffff")));
  stage.render(images(["a"], true));
  await expect.poll(() => stage.picture(100, 100).data()[(5 * 100 + 50) * 4], waits).toBe(255);
  expect(stage.moving).toBe(false);
  stage.dispose();
});
