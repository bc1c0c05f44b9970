import type { SKRSContext2D } from "@napi-rs/canvas";
import { useState, type ReactElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Draw, Field, Scroll, Text, View } from "./elements.ts";
import type { UiNode } from "./node.ts";
import { Stage } from "./stage.ts";

let stage: Stage;
let errors: unknown[];

beforeEach(() => {
  errors = [];
  stage = new Stage({ widthPx: 200, heightPx: 400, densityDpi: 320, onError: (error) => errors.push(error) });
});

afterEach(() => stage.dispose());

function pixel(xPx: number, yPx: number): string {
  const data = stage.picture(200, 400).data();
  const at = (yPx * 200 + xPx) * 4;
  return Buffer.from(data.subarray(at, at + 3)).toString("hex");
}

function nodeLabelled(label: string): UiNode {
  for (const node of stage.root.descendants()) if (node.props.label === label) return node;
  throw new Error(`no node labelled ${label}`);
}

const text = { size: 10, lineHeight: 15, weight: 400, color: "#ffffff" } as const;

test("lays out boxes in dp and paints their colors", () => {
  stage.render(
    <View style={{ grow: 1, background: "#000000", padding: 10 }}>
      <View label="box" style={{ height: 20, background: "#ff0000" }} />
      <View style={{ grow: 1, background: "#0000ff", margin: 5 }} />
    </View>,
  );
  stage.flush();
  expect(nodeLabelled("box").bounds).toEqual({ left: 20, top: 20, right: 180, bottom: 60 });
  expect([pixel(10, 10), pixel(25, 25), pixel(100, 200)]).toEqual(["000000", "ff0000", "0000ff"]);
});

test("repaints only the changed parts", () => {
  const Changing = (): ReactElement => {
    const [on, setOn] = useState(false);
    return (
      <View
        label="changing"
        onPress={() => setOn(!on)}
        style={{ height: 50, background: on ? "#00ff00" : "#ff0000" }}
      />
    );
  };
  stage.render(
    <View style={{ grow: 1, background: "#111111" }}>
      <Changing />
      <View label="still" style={{ height: 50, background: "#222222" }} />
    </View>,
  );
  stage.flush();
  const frames = vi.fn<() => void>();
  stage.onFrame(frames);
  // A redraw of the whole screen would replace these bytes in the unchanged part.
  stage.picture(200, 400).rows(100, 100).fill(0xab);
  stage.run(() => nodeLabelled("changing").props.onPress?.());
  stage.flush();
  expect([pixel(10, 10), pixel(10, 150)]).toEqual(["00ff00", "ababab"]);
  expect(frames).toHaveBeenCalledTimes(1);
  stage.run(() => undefined);
  stage.flush();
  expect(frames).toHaveBeenCalledTimes(1);
});

test("redraws a drawing only after an idle period without viewers", () => {
  const draw = vi.fn<(context: SKRSContext2D, widthPx: number, heightPx: number) => void>(
    (context, widthPx, heightPx) => {
      context.fillStyle = "#123456";
      context.fillRect(0, 0, widthPx, heightPx);
    },
  );
  const redraw = (): string => {
    stage.invalidateAll();
    stage.flush();
    return pixel(50, 300);
  };
  stage.render(<Draw draw={draw} style={{ grow: 1 }} />);
  expect([redraw(), redraw()]).toEqual(["123456", "123456"]);
  expect(draw).toHaveBeenCalledTimes(1);
  stage.releaseDrawings();
  expect([redraw(), redraw()]).toEqual(["123456", "123456"]);
  expect(draw).toHaveBeenCalledTimes(2);
  stage.onFrame(() => undefined);
  stage.releaseDrawings();
  expect(redraw()).toBe("123456");
  expect(draw).toHaveBeenCalledTimes(2);
});

test("paints only for a screen read or a viewer", () => {
  const draw = vi.fn<() => void>();
  const show = (background: string) => {
    stage.render(
      <View style={{ grow: 1, background }}>
        <Draw draw={draw} style={{ height: 20 }} />
      </View>,
    );
    stage.flush();
  };
  show("#ff0000");
  show("#00ff00");
  expect(draw).not.toHaveBeenCalled();
  expect(pixel(50, 300)).toBe("00ff00");
  expect(draw).toHaveBeenCalledTimes(1);
  stage.releaseDrawings();
  show("#0000ff");
  expect(draw).toHaveBeenCalledTimes(1);
  const frames = vi.fn<() => void>();
  stage.onFrame(frames);
  expect(draw).toHaveBeenCalledTimes(2);
  show("#ffffff");
  expect(frames).toHaveBeenCalledTimes(1);
  expect(pixel(50, 300)).toBe("ffffff");
});

test("a touch hits the topmost node, subject to clipping and `passThrough`", () => {
  stage.render(
    <View style={{ grow: 1 }}>
      <View label="below" style={{ absolute: true, top: 0, left: 0, width: 100, height: 100 }} />
      <View label="window" style={{ absolute: true, top: 20, left: 0, width: 100, height: 30, clip: true }}>
        <View label="tall" style={{ height: 100 }} />
      </View>
      <View passThrough label="glass" style={{ absolute: true, top: 0, left: 0, right: 0, bottom: 0 }} />
      <View style={{ hidden: true }}>
        <View label="hidden" style={{ absolute: true, top: 0, left: 0, width: 100, height: 100 }} />
      </View>
    </View>,
  );
  stage.flush();
  expect(stage.hit(10, 10)?.props.label).toBe("below");
  expect(stage.hit(10, 50)?.props.label).toBe("tall");
  expect(stage.hit(10, 110)?.props.label).toBe("below");
  expect(stage.hit(10, 110, nodeLabelled("below"))?.props.label).toBeUndefined();
});

test("a scroll container measures and moves its content", () => {
  stage.render(
    <Scroll label="list" style={{ height: 100, paddingBottom: 10 }}>
      {[0, 1, 2, 3, 4].map((index) => (
        <View key={index} label={`row ${index}`} style={{ height: 40 }} />
      ))}
    </Scroll>,
  );
  stage.flush();
  const list = nodeLabelled("list");
  expect(list.scrollMaxPx).toBe(2 * (5 * 40 + 10 - 100));
  list.scrollPx = 90;
  stage.requestLayout();
  stage.flush();
  expect(nodeLabelled("row 1").bounds.top).toBe(-10);
  expect(stage.hit(10, 30)?.props.label).toBe("row 1");
});

test("adding, moving and removing elements neither leaks nor crashes", () => {
  const Screen = ({ count, reversed }: { count: number; reversed: boolean }): ReactElement => {
    const rows = Array.from({ length: count }, (_, index) => index);
    return (
      <View style={{ grow: 1 }}>
        {(reversed ? rows.toReversed() : rows).map((index) => (
          <View key={index} style={{ direction: "row" }}>
            <Text text={text}>{index}</Text>
            {index % 3 === 0 ? null : <Field text={text} value={`${index}`} onChange={() => undefined} />}
          </View>
        ))}
      </View>
    );
  };
  for (let round = 0; round < 300; round++) {
    stage.render(<Screen count={(round * 7) % 23} reversed={round % 2 === 0} />);
    stage.flush();
  }
  stage.render(<Screen count={2} reversed={false} />);
  stage.flush();
  expect([...stage.root.descendants()].length).toBe(1 + 1 + 2 * 2 + 1);
  expect(errors).toEqual([]);
});

test("reports the error of a throwing component", () => {
  const Broken = (): ReactElement => {
    throw new Error("no moss today");
  };
  stage.render(<Broken />);
  expect(errors).toMatchObject([{ message: "no moss today" }]);
});
