import type { TouchAction } from "@terrarium/adb-device/ports/input";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Scroll, View } from "../render/elements.ts";
import type { DragEvent, PinchEvent, UiNode } from "../render/node.ts";
import { Stage } from "../render/stage.ts";
import { Gestures, type GestureTarget } from "./gestures.ts";
import { Scrolling } from "./scrolling.ts";

let stage: Stage;
let gestures: Gestures;
let edges: string[];

beforeEach(() => {
  edges = [];
  stage = new Stage({
    widthPx: 400,
    heightPx: 800,
    densityDpi: 160,
    onError: (error) => {
      throw error;
    },
  });
  const target: GestureTarget = {
    edge: ({ phase, side, far }) => edges.push(`${side} ${phase}${far ? " far" : ""}`),
    hasEdges: () => true,
    longPressMs: () => undefined,
    fieldTapped: () => undefined,
    fieldSelected: () => undefined,
  };
  gestures = new Gestures({ stage, scrolling: new Scrolling(stage), target });
});

afterEach(() => {
  vi.restoreAllMocks();
  gestures.dispose();
  stage.dispose();
});

function show(element: ReactElement): void {
  stage.render(element);
  stage.flush();
}

let nowMs = 0;

/** Each touch comes one frame after the previous one. A busy machine must not change a finger's speed. */
function touch(action: TouchAction, xPx: number, yPx: number, pointerId = 0): void {
  nowMs += 16;
  gestures.touch({ action, pointerId, xPx, yPx, timeMs: nowMs });
}

function labelled(label: string): UiNode {
  for (const node of stage.root.descendants()) if (node.props.label === label) return node;
  throw new Error(`no node labelled ${label}`);
}

/**
 * Moves by (dx, dy) in two steps and rests before the release. The first step exceeds the largest movement of a tap.
 */
function swipe(xPx: number, yPx: number, dx: number, dy: number): void {
  touch("down", xPx, yPx);
  touch("move", xPx + dx / 2, yPx + dy / 2);
  touch("move", xPx + dx, yPx + dy);
  nowMs += 200;
  touch("up", xPx + dx, yPx + dy);
}

test("two fingers pinch by distance and middle, and cancel a drag", () => {
  const pinches: PinchEvent[] = [];
  const drags: string[] = [];
  show(
    <View
      style={{ grow: 1 }}
      onPinch={(event) => pinches.push(event)}
      onDrag={(event: DragEvent) => drags.push(event.phase)}
    />,
  );
  touch("down", 150, 400);
  touch("move", 120, 400);
  touch("down", 220, 400, 1);
  touch("move", 100, 400);
  touch("move", 300, 500, 1);
  touch("up", 300, 500, 1);
  touch("up", 100, 400);
  expect(drags).toEqual(["start", "move", "cancel"]);
  expect(pinches.map(({ phase }) => phase)).toEqual(["start", "move", "move", "end"]);
  expect(pinches.at(-1)?.scale).toBeCloseTo(Math.hypot(200, 100) / 100);
  expect(pinches.at(-1)).toMatchObject({ xPx: 200, yPx: 450, dxPx: 30, dyPx: 50 });
});

test("a finger scrolls along its axis: the row sideways, the list vertically", () => {
  show(
    <Scroll label="list" style={{ height: 800 }}>
      <Scroll horizontal label="row" style={{ height: 200 }}>
        <View style={{ width: 1000, height: 200 }} />
      </Scroll>
      <View style={{ height: 2000 }} />
    </Scroll>,
  );
  swipe(300, 100, -120, 4);
  expect([labelled("row").scrollPx, labelled("list").scrollPx]).toEqual([120, 0]);
  swipe(300, 150, 3, -100);
  expect(labelled("row").scrollPx).toBe(120);
  expect(labelled("list").scrollPx).toBeGreaterThanOrEqual(100);
});

test("a list at its end passes the finger to its panel", () => {
  const panel = vi.fn<(event: DragEvent) => void>();
  show(
    <View onDrag={panel} dragAxis="y" style={{ grow: 1 }}>
      <Scroll label="list" style={{ height: 300 }}>
        <View style={{ height: 400 }} />
      </Scroll>
    </View>,
  );
  swipe(200, 150, 0, 60);
  expect(panel).toHaveBeenCalled();
  panel.mockClear();
  touch("down", 200, 250);
  for (let y = 240; y >= 100; y -= 20) touch("move", 200, y);
  touch("up", 200, 100);
  expect(labelled("list").scrollPx).toBe(100);
  expect(panel).not.toHaveBeenCalled();
});

test("a swipe-only node passes taps to the nodes beneath", () => {
  const [pressed, dragged] = [vi.fn<() => void>(), vi.fn<() => void>()];
  show(
    <View style={{ grow: 1 }}>
      <View onPress={pressed} style={{ absolute: true, top: 0, left: 0, right: 0, bottom: 0 }} />
      <View passTaps onDrag={dragged} style={{ absolute: true, bottom: 0, left: 0, right: 0, height: 50 }} />
    </View>,
  );
  touch("down", 200, 790);
  touch("up", 200, 790);
  expect([pressed.mock.calls.length, dragged.mock.calls.length]).toEqual([1, 0]);
  swipe(200, 790, 0, -100);
  expect(pressed).toHaveBeenCalledTimes(1);
  expect(dragged).toHaveBeenCalled();
});

test("a long press lifts a draggable item without scrolling its list", async () => {
  const phases: string[] = [];
  show(
    <Scroll label="list" style={{ height: 300 }}>
      <View
        dragAfterHold
        onDrag={(event) => phases.push(event.phase)}
        onPress={() => phases.push("tap")}
        style={{ height: 900 }}
      />
    </Scroll>,
  );
  touch("down", 200, 100);
  await vi.waitFor(() => expect(phases).toEqual(["start"]), { timeout: 45_000 });
  touch("move", 200, 60);
  touch("up", 200, 60);
  expect(phases).toEqual(["start", "move", "end"]);
  expect(labelled("list").scrollPx).toBe(0);
  swipe(200, 200, 0, -80);
  expect(labelled("list").scrollPx).toBeGreaterThanOrEqual(80);
  expect(phases).toHaveLength(3);
});

test("a tap sets a slider; edge swipes go back only inwards", () => {
  const set = vi.fn<(event: DragEvent) => void>();
  show(<View role="slider" onDrag={set} dragAxis="x" style={{ height: 100, marginX: 50 }} />);
  touch("down", 200, 50);
  touch("up", 200, 50);
  expect(set.mock.calls.map(([event]) => [event.phase, event.xPx])).toEqual([
    ["start", 200],
    ["end", 200],
  ]);
  swipe(2, 400, 120, 0);
  swipe(398, 400, -120, 0);
  swipe(2, 400, 0, 120);
  expect(edges).toEqual([
    "left start far",
    "left move far",
    "left move far",
    "left end far",
    "right start far",
    "right move far",
    "right move far",
    "right end far",
  ]);
});

test("disabled nodes ignore touches; inert nodes pass them through", () => {
  const pressed = vi.fn<() => void>();
  show(
    <View style={{ grow: 1 }}>
      <View onPress={pressed} style={{ height: 100 }} />
      <View enabled={false} onPress={pressed} style={{ height: 100 }} />
      <View inert style={{ absolute: true, top: 0, left: 0, right: 0, height: 100 }}>
        <View onPress={() => expect.fail("inert")} style={{ height: 100 }} />
      </View>
    </View>,
  );
  for (const y of [50, 150]) {
    touch("down", 200, y);
    touch("up", 200, y);
  }
  expect(pressed).toHaveBeenCalledTimes(1);
});

test("a list continues at the release speed, or stays after a rest", () => {
  show(
    <Scroll label="list" style={{ height: 800 }}>
      <View style={{ height: 9000 }} />
    </Scroll>,
  );
  const at = (action: TouchAction, yPx: number, timeMs: number): void =>
    gestures.touch({ action, pointerId: 0, xPx: 200, yPx, timeMs });
  at("down", 700, 0);
  for (let step = 1; step <= 5; step++) at("move", 700 - step * 40, step * 16);
  at("up", 500, 90);
  const flown = labelled("list").scrollPx;
  // 2,500 px a second; each second reduces the speed to 5.5 %.
  expect(flown).toBeGreaterThan(200 + 700);
  expect(flown).toBeLessThan(200 + 1000);
  at("down", 700, 5000);
  for (let step = 1; step <= 5; step++) at("move", 700 - step * 40, 5000 + step * 16);
  at("up", 500, 5300);
  expect(labelled("list").scrollPx).toBe(flown + 200);
});

test("with a viewer, content stretches beyond its end and springs back", () => {
  let clockMs = 1000;
  vi.spyOn(performance, "now").mockImplementation(() => clockMs);
  const pass = (ms: number): void => {
    clockMs += ms;
    stage.flush();
  };
  show(
    <Scroll label="list" style={{ height: 800, background: "#000000" }}>
      <View style={{ height: 100 }} />
      <View style={{ height: 1500, background: "#ff0000" }} />
    </Scroll>,
  );
  const list = labelled("list");
  const redAt = (yPx: number): boolean => stage.picture(400, 800).data()[(yPx * 400 + 200) * 4] === 255;
  const pullDown = (): void => {
    touch("down", 200, 200);
    touch("move", 200, 400);
    touch("move", 200, 700);
  };
  pullDown();
  expect([list.stretch, redAt(101)]).toEqual([0, true]);
  touch("up", 200, 700);
  const unwatch = stage.onFrame(() => undefined);
  pullDown();
  expect(list).toMatchObject({ stretch: expect.closeTo(-0.05, 1), scrollPx: 0 });
  expect([redAt(101), redAt(110)]).toEqual([false, true]);
  nowMs += 200;
  touch("up", 200, 700);
  const pulled = list.stretch;
  pass(100);
  expect(list.stretch).toBeLessThan(0);
  expect(list.stretch).toBeGreaterThan(pulled);
  pass(400);
  expect([list.stretch, redAt(101), stage.moving]).toEqual([0, true, false]);
  // A fling that reaches the end stretches the content; then the content comes to rest.
  touch("down", 200, 700);
  for (let step = 1; step <= 3; step++) touch("move", 200, 700 - step * 100);
  touch("up", 200, 400);
  for (let frame = 0; frame < 200 && list.scrollPx < 800; frame++) pass(16);
  pass(50);
  expect(list).toMatchObject({ scrollPx: 800 });
  expect(list.stretch).toBeGreaterThan(0);
  pass(400);
  expect([list.stretch, stage.moving]).toEqual([0, false]);
  unwatch();
});

test("the secondary mouse button acts as a long press", () => {
  const [pressed, held] = [vi.fn<() => void>(), vi.fn<() => void>()];
  show(<View onPress={pressed} onLongPress={held} style={{ height: 100 }} />);
  gestures.touch({ action: "down", pointerId: -1, xPx: 50, yPx: 50, secondary: true });
  gestures.touch({ action: "up", pointerId: -1, xPx: 50, yPx: 50 });
  expect([pressed.mock.calls.length, held.mock.calls.length]).toEqual([0, 1]);
});

test("a touch in a modal element never reaches those around it", () => {
  const [pressed, held, dragged] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  show(
    <View onPress={pressed} onLongPress={held} onDrag={dragged} style={{ height: 100 }}>
      <View modal style={{ height: 100 }} />
    </View>,
  );
  gestures.touch({ action: "down", pointerId: 0, xPx: 50, yPx: 50, secondary: true });
  touch("up", 50, 50);
  touch("down", 50, 50);
  touch("up", 50, 50);
  swipe(50, 50, 100, 0);
  for (const handler of [pressed, held, dragged]) expect(handler).not.toHaveBeenCalled();
});
