import { createCanvas } from "@napi-rs/canvas";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Image, RichText, Text, View } from "./elements.ts";
import type { UiNode } from "./node.ts";
import { OffScreen } from "./off-screen.ts";
import { screenNodes } from "./screen-nodes.ts";
import { Stage } from "./stage.ts";
import type { TextSpan } from "./text-span.ts";

let stage: Stage;

beforeEach(() => {
  const onError = (error: unknown): void => {
    throw error;
  };
  stage = new Stage({ widthPx: 200, heightPx: 400, densityDpi: 160, onError });
});

afterEach(() => stage.dispose());

const text = { size: 10, lineHeight: 15, weight: 400, color: "#ffffff" } as const;

function show(spans: readonly TextSpan[], children?: React.ReactNode): UiNode {
  stage.render(
    <View style={{ grow: 1, background: "#000000" }}>
      <RichText text={text} spans={spans}>
        {children}
      </RichText>
      <View label="below" style={{ height: 1 }} />
    </View>,
  );
  stage.flush();
  return find((node) => node.kind === "ui-text");
}

function find(wanted: (node: UiNode) => boolean): UiNode {
  for (const node of stage.root.descendants()) if (wanted(node)) return node;
  throw new Error("there is no such node");
}

function colorsIn({
  left,
  top,
  right,
  bottom,
}: {
  left: number;
  top: number;
  right: number;
  bottom: number;
}): Set<string> {
  const data = stage.picture(200, 400).data();
  const found = new Set<string>();
  for (let y = Math.ceil(top); y < bottom; y++)
    for (let x = Math.ceil(left); x < right; x++)
      found.add(Buffer.from(data.subarray((y * 200 + x) * 4, (y * 200 + x) * 4 + 3)).toString("hex"));
  return found;
}

test("spans continue on the same line, each in its own style", () => {
  const node = show([
    { text: "one two " },
    { text: "THREE ", weight: 700, color: "#ff0000", background: "#0000ff" },
    { text: "four five six seven eight nine ten" },
  ]);
  expect(node.bounds.bottom).toBe(30);
  const colors = colorsIn(node.bounds);
  for (const color of ["ffffff", "ff0000", "0000ff"]) expect(colors).toContain(color);
  expect(node.props.text).toBe("one two THREE four five six seven eight nine ten");
});

test("leaves no pixels of a removed text, even at an edge", () => {
  const page = (isThere: boolean) => (
    <View style={{ grow: 1, background: "#000000", padding: 20 }}>
      {isThere ? (
        <RichText text={text} spans={[{ text: "marked", background: "#0000ff" }]} style={{ alignSelf: "start" }} />
      ) : null}
    </View>
  );
  stage.render(page(true));
  stage.flush();
  expect(colorsIn({ left: 0, top: 0, right: 200, bottom: 60 })).toContain("0000ff");
  stage.render(page(false));
  stage.flush();
  expect(colorsIn({ left: 0, top: 0, right: 200, bottom: 60 })).toEqual(new Set(["000000"]));
});

test("a line is as high as its largest letters", () => {
  expect(show([{ text: "small" }, { text: "\n" }, { text: "large", size: 20 }]).bounds.bottom).toBe(15 + 30);
});

test("a touchable span is a labelled node in each line", () => {
  const onPress = vi.fn<() => void>();
  const touch = { id: "link", onPress };
  const words = "a link that goes on and on in the line below it";
  const node = show([{ text: "see " }, { text: words, touch, underline: true }, { text: " or not" }]);
  const links = screenNodes(stage.root, "test").filter(({ clickable }) => clickable);
  expect(links.length).toBe(2);
  expect(links.map(({ label }) => label).join(" ")).toBe(words);
  expect(links[0]?.bounds.left).toBeGreaterThan(10);
  expect(links[1]?.bounds).toMatchObject({ left: 0, top: 15 });
  const hit = stage.hit(5, 20);
  expect(hit?.parent).toBe(node);
  hit?.props.onPress?.();
  expect(onPress).toHaveBeenCalledOnce();
  // Touch targets disappear together with their text.
  show([{ text: "nothing to touch" }]);
  expect(screenNodes(stage.root, "test").some(({ clickable }) => clickable)).toBe(false);
});

test("text reserves room for its children, even after their size changes", () => {
  const box = (size: number) => <View label="box" style={{ width: size, height: size }} />;
  show([{ text: "before \ufffc after" }], box(40));
  const before = find(({ props }) => props.label === "box").bounds;
  expect([before.right - before.left, before.bottom]).toEqual([40, 40]);
  expect(before.left).toBeGreaterThan(20);
  expect(find(({ props }) => props.label === "below").bounds.top).toBe(40);
  show([{ text: "before \ufffc after" }], box(60));
  expect(find(({ props }) => props.label === "below").bounds.top).toBe(60);
});

test("a child with text is at most as wide as the text", () => {
  show([{ text: "\ufffc" }], <Text text={text}>{"many words ".repeat(10)}</Text>);
  const inner = find(({ kind, parent }) => kind === "ui-text" && parent?.kind === "ui-text");
  expect(inner.bounds.right - inner.bounds.left).toBeLessThanOrEqual(200);
  expect(inner.bounds.bottom).toBeGreaterThan(15);
});

test("right-to-left spans start at the right, in order", () => {
  const red = { text: "שלום", color: "#ff0000" };
  const blue = { text: "עולם", color: "#0000ff" };
  show([red, { text: " " }, blue]);
  const half = { top: 0, bottom: 15 };
  expect(colorsIn({ ...half, left: 180, right: 200 })).toContain("ff0000");
  expect(colorsIn({ ...half, left: 180, right: 200 })).not.toContain("0000ff");
  expect(colorsIn({ ...half, left: 0, right: 100 })).toEqual(new Set(["000000"]));
});

test("a word wider than the line breaks between characters", () => {
  expect(show([{ text: "x".repeat(200) }]).bounds.bottom).toBeGreaterThan(60);
});

test("off-screen layout equals layout on the screen", () => {
  const elements = [
    <RichText key={1} text={text} spans={[{ text: "some words that take two lines, or so" }]} />,
    <View key={2} style={{ height: 7 }} />,
  ];
  const offScreen = new OffScreen({ scale: 1, fontScale: 1, japanese: false });
  expect(offScreen.heights(elements, 100)).toEqual([30, 7]);
  expect(offScreen.heights(elements.slice(1), 100)).toEqual([7]);
  const Broken = (): never => {
    throw new Error("broken");
  };
  expect(() => offScreen.heights(<Broken />, 100)).toThrow("broken");
  offScreen.dispose();
});

test("an image shrinks to the available room without distortion", () => {
  const bytes = createCanvas(4, 2).toBuffer("image/png");
  stage.render(
    <View style={{ align: "start" }}>
      <Image label="small" source={{ bytes }} natural={{ width: 50, height: 20 }} />
      <Image label="large" source={{ bytes }} natural={{ width: 800, height: 400 }} />
    </View>,
  );
  stage.flush();
  expect(find(({ props }) => props.label === "small").bounds).toEqual({ left: 0, top: 0, right: 50, bottom: 20 });
  expect(find(({ props }) => props.label === "large").bounds).toEqual({ left: 0, top: 20, right: 200, bottom: 120 });
});

test("draws lines along single sides", () => {
  stage.render(<View style={{ height: 20, background: "#000000", edges: { left: { width: 3, color: "#ff0000" } } }} />);
  stage.flush();
  expect(colorsIn({ left: 0, top: 0, right: 3, bottom: 20 })).toEqual(new Set(["ff0000"]));
  expect(colorsIn({ left: 3, top: 0, right: 200, bottom: 20 })).toEqual(new Set(["000000"]));
});
