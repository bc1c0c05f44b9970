import type { ReactElement } from "react";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Draw, Icon, Scroll, Text, View } from "./elements.ts";
import type { UiNode } from "./node.ts";
import { Stage } from "./stage.ts";
import type { ViewStyle } from "./style.ts";

let stage: Stage;

beforeAll(() => {
  stage = new Stage({ widthPx: 100, heightPx: 100, densityDpi: 160, onError: (error) => expect.fail(String(error)) });
});

beforeEach(() => stage.render(null));

afterAll(() => stage.dispose());

function show(...elements: ReactElement[]): void {
  stage.render(<View style={{ grow: 1, background: "#000000" }}>{elements}</View>);
  stage.picture(100, 100);
}

/** Returns the color of the pixel, such as ff8000. */
function at(x: number, y: number): string {
  const data = stage.picture(100, 100).rows(y, 1);
  return Buffer.from(data.subarray(x * 4, x * 4 + 3)).toString("hex");
}

const red = (x: number, y: number): number => Number.parseInt(at(x, y).slice(0, 2), 16);

function box(style: ViewStyle, children?: ReactElement): ReactElement {
  return (
    <View key="box" style={{ absolute: true, left: 20, top: 20, width: 60, height: 60, ...style }}>
      {children}
    </View>
  );
}

function named(label: string): UiNode {
  for (const node of stage.root.descendants()) if (node.props.label === label) return node;
  throw new Error(`no node ${label}`);
}

describe("a box", () => {
  test("is filled exactly to its edges", () => {
    show(box({ background: "#ff0000" }));
    expect([at(19, 50), at(20, 50), at(79, 50), at(80, 50)]).toEqual(["000000", "ff0000", "ff0000", "000000"]);
  });

  test("has a separate radius for each corner", () => {
    show(box({ background: "#ff0000", radius: [30, 0, 0, 10] }));
    expect([red(22, 22), red(78, 22), red(78, 78), red(21, 78)]).toEqual([0, 255, 255, expect.any(Number)]);
    expect(red(20, 79)).toBe(0);
    expect(red(50, 50)).toBe(255);
  });

  test("with a radius larger than its width is a disc", () => {
    show(box({ background: "#ff0000", radius: 500 }));
    expect([red(24, 24), red(50, 21), red(21, 50)]).toEqual([0, 255, 255]);
  });

  test("has a border within its edges", () => {
    show(box({ border: { width: 3, color: "#ff0000" } }));
    expect([red(19, 50), red(20, 50), red(22, 50), red(24, 50), red(50, 50)]).toEqual([0, 255, 255, 0, 0]);
  });

  test("casts a shadow around and below it, not inside", () => {
    show(
      <View key="paper" style={{ absolute: true, top: 0, left: 0, width: 100, height: 100, background: "#ffffff" }} />,
      box({ background: "#ff0000", shadow: { color: "#000000", blur: 6, y: 4 } }),
    );
    expect(red(50, 83)).toBeLessThan(200);
    expect(red(50, 83)).toBeLessThan(red(50, 17));
    expect(at(50, 50)).toBe("ff0000");
    expect(at(2, 2)).toBe("ffffff");
  });

  test.each([
    [180, (part: number) => [50, 20 + 60 * part]],
    [90, (part: number) => [20 + 60 * part, 50]],
    [0, (part: number) => [50, 79 - 59 * part]],
  ])("changes color along %d degrees", (angleDeg, place) => {
    show(box({ background: { angleDeg, colors: ["#000000", "#ff0000"] } }));
    const values = [0.05, 0.5, 0.95].map((part) => {
      const [x = 0, y = 0] = place(part);
      return red(Math.round(x), Math.round(y));
    });
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(values[0]).toBeLessThan(30);
    expect(values[2]).toBeGreaterThan(225);
  });

  test.each([
    [1, 255],
    [0.5, 128],
    [0, 0],
  ])("applies its opacity of %d to its content", (opacity, shown) => {
    show(box({ opacity }, <View style={{ height: 30, background: "#ff0000" }} />));
    expect(Math.abs(red(50, 30) - shown)).toBeLessThanOrEqual(1);
  });

  test("multiplies opacities", () => {
    show(box({ opacity: 0.5 }, <View style={{ height: 30, opacity: 0.5, background: "#ff0000" }} />));
    expect(Math.abs(red(50, 30) - 64)).toBeLessThanOrEqual(1);
  });

  test("clips its content only if requested, with rounded corners", () => {
    const large = (
      <View style={{ absolute: true, left: -20, top: -20, width: 200, height: 200, background: "#ff0000" }} />
    );
    show(box({}, large));
    expect(red(90, 90)).toBe(255);
    show(box({ clip: true, radius: 30 }, large));
    expect([red(90, 90), red(22, 22), red(50, 50)]).toEqual([0, 0, 255]);
  });

  test("covers earlier boxes", () => {
    show(
      box({ background: "#ff0000" }),
      <View key="over" style={{ absolute: true, top: 40, left: 0, width: 100, height: 10, background: "#00ff00" }} />,
    );
    expect([at(50, 39), at(50, 40), at(50, 50)]).toEqual(["ff0000", "00ff00", "ff0000"]);
  });

  test("takes no room and shows nothing when hidden", () => {
    show(
      <View key="hidden" style={{ height: 50, hidden: true, background: "#ff0000" }} />,
      <View key="shown" style={{ height: 10, background: "#00ff00" }} />,
    );
    expect(at(50, 5)).toBe("00ff00");
  });
});

describe("an invisible drawing", () => {
  const draw = vi.fn<(context: unknown, widthPx: number, heightPx: number) => void>();
  beforeEach(() => draw.mockClear());

  test("is not drawn off the screen, scrolled away or clipped", () => {
    show(
      <View key="out" style={{ absolute: true, top: 200, left: 0 }}>
        <Draw draw={draw} style={{ width: 50, height: 50 }} />
      </View>,
      <Scroll key="list" style={{ height: 40 }}>
        <View style={{ height: 300 }} />
        <Draw draw={draw} style={{ width: 50, height: 50 }} />
      </Scroll>,
      <View key="cut" style={{ height: 10, clip: true }}>
        <View style={{ height: 50 }} />
        <Draw draw={draw} style={{ width: 50, height: 50 }} />
      </View>,
    );
    expect(draw).not.toHaveBeenCalled();
  });

  test("is drawn once, at its size, after scrolling into view", () => {
    const list = (offset: number): ReactElement => (
      <Scroll key="list" style={{ height: 40 }} scrollTo={{ offset }}>
        <View style={{ height: 300 }} />
        <Draw draw={draw} style={{ width: 50, height: 50 }} />
      </Scroll>
    );
    show(list(0));
    show(list(280));
    show(list(285));
    expect(draw.mock.calls.map(([, width, height]) => [width, height])).toEqual([[50, 50]]);
  });
});

test("an icon is centered in its box in its color", () => {
  show(<Icon key="icon" path="M0 0H24V24H0Z" size={20} color="#ff0000" style={{ width: 60, height: 60 }} />);
  expect([red(19, 30), red(21, 30), red(39, 30), red(41, 30)]).toEqual([0, 255, 255, 0]);
});

describe("text", () => {
  const style = { size: 20, lineHeight: 30, weight: 400, color: "#ff0000" } as const;
  const inked = (fromX: number, toX: number, fromY = 0, toY = 30): boolean => {
    for (let y = fromY; y < toY; y++) for (let x = fromX; x < toX; x++) if (red(x, y) > 100) return true;
    return false;
  };

  test.each([
    ["start", true, false],
    ["center", false, false],
    ["end", false, true],
  ] as const)("is aligned to the %s", (textAlign, left, right) => {
    show(
      <Text key="text" text={{ ...style, textAlign }}>
        ii
      </Text>,
    );
    expect([inked(0, 20), inked(80, 100)]).toEqual([left, right]);
  });

  test("starts at the right in right-to-left scripts", () => {
    show(
      <Text key="text" text={style}>
        שם
      </Text>,
    );
    expect([inked(0, 30), inked(70, 100)]).toEqual([false, true]);
  });

  test("has the height of its lines, limited by `maxLines`", () => {
    const lines = (maxLines?: number): number => {
      show(
        <Text key="text" label="it" text={style} {...(maxLines === undefined ? {} : { maxLines })}>
          one two three four five six
        </Text>,
      );
      const { top, bottom } = named("it").bounds;
      return (bottom - top) / 30;
    };
    expect(lines()).toBeGreaterThan(2);
    expect([lines(2), lines(1)]).toEqual([2, 1]);
  });

  test("follows the font size setting, unless it is fixed", () => {
    const height = (fixed: boolean): number => {
      show(
        <Text key="text" label="it" text={{ ...style, fixed }}>
          a
        </Text>,
      );
      const { top, bottom } = named("it").bounds;
      return bottom - top;
    };
    const size = { widthPx: 100, heightPx: 100, densityDpi: 160, japanese: false };
    stage.resize({ ...size, fontScale: 2 });
    expect([height(false), height(true)]).toEqual([60, 30]);
    stage.resize({ ...size, fontScale: 1 });
    expect(height(false)).toBe(30);
  });

  test("disappears when it becomes empty", () => {
    const text = (content: string): ReactElement => (
      <Text key="text" text={style}>
        {content}
      </Text>
    );
    show(text("MMM"));
    expect(inked(0, 60)).toBe(true);
    show(text(""));
    expect(inked(0, 60)).toBe(false);
  });
});

test("a picture at another size is the scaled screen", () => {
  show(box({ background: "#ff0000" }));
  const half = stage.picture(50, 50);
  const pixel = half.rows(25, 1).subarray(25 * 4, 25 * 4 + 3);
  expect([half.width, half.height, Buffer.from(pixel).toString("hex")]).toEqual([50, 50, "ff0000"]);
  expect(half.data().length).toBe(50 * 50 * 4);
});

test("a frame reports its changed rows", () => {
  const frames: { top: number; bottom: number }[] = [];
  show(box({ background: "#ff0000" }));
  const stop = stage.onFrame((changed) => frames.push(changed));
  show(box({ background: "#00ff00" }));
  stop();
  show(box({ background: "#0000ff" }));
  expect(frames).toHaveLength(1);
  expect([frames[0]?.top, frames[0]?.bottom]).toEqual([0, 100]);
});
