import { createCanvas } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { drawPicture } from "./app-pictures.ts";

test("draws a card's picture at once, within its rounded corners", () => {
  const app = createCanvas(90, 160);
  const appContext = app.getContext("2d");
  appContext.fillStyle = "#ff0000";
  appContext.fillRect(0, 0, 90, 160);
  const card = createCanvas(120, 100);
  const context = card.getContext("2d");
  drawPicture(app.encodeSync("jpeg", 90), 10)(context, 120, 100, 2);
  const at = (x: number, y: number): number[] => [...context.getImageData(x, y, 1, 1).data];
  const [red = 0, green = 0, blue = 0, alpha] = at(60, 1);
  expect(alpha).toBe(255);
  expect(red).toBeGreaterThan(245);
  expect(green + blue).toBeLessThan(12);
  expect(at(119, 50)[3]).toBe(255);
  expect(at(1, 1)[3]).toBe(0);
});
