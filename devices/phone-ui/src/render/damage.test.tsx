import * as fc from "fast-check";
import { useEffect, useState, type ReactElement } from "react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Icon, Scroll, Text, View } from "./elements.ts";
import { Stage } from "./stage.ts";
import type { ViewStyle } from "./style.ts";

const [widthPx, heightPx] = [160, 120];
/** Largest difference of a byte due to antialiasing, since smoothed edges reach a little beyond their pixel. */
const DUST = 16;

let stage: Stage;

let put: (boxes: readonly Box[]) => void;

/** Re-renders on its own, so its parent is not repainted with it. */
function Boxes(): ReactElement {
  const [boxes, setBoxes] = useState<readonly Box[]>([]);
  useEffect(() => {
    put = setBoxes;
  }, []);
  return <>{show(boxes)}</>;
}

beforeAll(() => {
  stage = new Stage({ widthPx, heightPx, densityDpi: 160, onError: (error) => expect.fail(String(error)) });
  stage.render(
    <View style={{ grow: 1, background: "#202020" }}>
      <Boxes />
    </View>,
  );
});

afterAll(() => stage.dispose());

interface Box {
  key: number;
  kind: "view" | "text" | "scroll" | "icon";
  style: ViewStyle;
  text: string;
  offset: number;
  children: Box[];
}

const colour = fc.constantFrom("#ff0000", "#00ff00", "#0000ff80", "#ffffff", "#12345640");
const place = fc.record({
  absolute: fc.constant(true as const),
  left: fc.integer({ min: -40, max: 150 }),
  top: fc.integer({ min: -40, max: 110 }),
  width: fc.integer({ min: 1, max: 120 }),
  height: fc.integer({ min: 1, max: 90 }),
});
const look = fc.record(
  {
    background: colour,
    radius: fc.integer({ min: 0, max: 30 }),
    opacity: fc.constantFrom(1, 0.5, 0),
    clip: fc.boolean(),
    hidden: fc.boolean(),
    border: fc.record({ width: fc.integer({ min: 1, max: 4 }), color: colour }),
    shadow: fc.record({ color: colour, blur: fc.integer({ min: 0, max: 12 }), y: fc.integer({ min: -4, max: 8 }) }),
  },
  { requiredKeys: [] },
);

function boxOf(children: fc.Arbitrary<Box[]>): fc.Arbitrary<Box> {
  return fc.record({
    key: fc.nat(2),
    kind: fc.constantFrom("view", "view", "text", "scroll", "icon"),
    style: fc.tuple(place, look).map(([at, how]) => ({ ...at, ...how })),
    text: fc.constantFrom("", "moss", "two words or more", "שלום"),
    offset: fc.nat(60),
    children,
  });
}

const inner = fc.array(boxOf(fc.constant([])), { maxLength: 2 });
const picture = fc.array(boxOf(fc.array(boxOf(inner), { maxLength: 2 })), { maxLength: 3 });

/** Gives each sibling a key of its own, so the same box moves from one state to the next. */
function show(boxes: readonly Box[]): ReactElement[] {
  const seen = new Set<number>();
  return boxes
    .filter(({ key }) => !seen.has(key) && Boolean(seen.add(key)))
    .map(({ key, kind, style, text, offset, children }) => {
      switch (kind) {
        case "text":
          return (
            <Text key={key} text={{ size: 12, lineHeight: 16, weight: 400, color: "#ffffff" }} style={style}>
              {text}
            </Text>
          );
        case "icon":
          return (
            <Icon key={key} path="M0 0H24V24Z" size={20} color="#ffff00" style={{ ...style, width: 30, height: 30 }} />
          );
        case "scroll":
          return (
            <Scroll key={key} style={style} scrollTo={{ offset }}>
              <View style={{ height: 200 }}>{show(children)}</View>
            </Scroll>
          );
        case "view":
          return (
            <View key={key} style={style}>
              {show(children)}
            </View>
          );
      }
    });
}

function pixels(): Buffer {
  return Buffer.from(stage.picture(widthPx, heightPx).data());
}

test("partial repaints cover every changed pixel", () => {
  fc.assert(
    fc.property(fc.array(picture, { minLength: 2, maxLength: 3 }), (pictures) => {
      stage.run(() => put([]));
      stage.invalidateAll();
      for (const boxes of pictures) {
        stage.run(() => put(boxes));
        const painted = pixels();
        stage.invalidateAll();
        const whole = pixels();
        const first = painted.findIndex((byte, index) => Math.abs(byte - (whole[index] ?? 0)) > DUST);
        expect(
          first === -1 ? "nothing differs" : `${(first >> 2) % widthPx},${Math.floor((first >> 2) / widthPx)}`,
        ).toBe("nothing differs");
      }
    }),
    { numRuns: 120 },
  );
});
