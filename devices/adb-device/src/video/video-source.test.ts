import { VideoEncoder } from "@napi-rs/webcodecs";
import type { VideoPacket } from "@terrarium/scrcpy/video";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { Picture } from "../ports/display.ts";
import { TestDisplay } from "../testing/test-display.ts";
import { openX264 } from "./encoder/x264-encoder.ts";
import { VideoSource, videoSourceOf, type VideoViewer } from "./video-source.ts";

afterEach(() => void vi.useRealTimers());

const look = <Seen>(at: () => Seen) => expect.poll(at, { interval: 5 });

class TestViewer implements VideoViewer {
  readonly packets: VideoPacket[] = [];
  readonly errors: Error[] = [];

  get kinds(): string {
    return this.packets.map((packet) => packet.kind[0]).join("");
  }

  onPacket(packet: VideoPacket): void {
    this.packets.push(packet);
  }

  onError(error: Error): void {
    this.errors.push(error);
  }
}

const parameters = { maxSize: 0, maxFps: 0, bitRate: 1_000_000 };

test("sends a static screen once, then once sharper", async () => {
  const display = new TestDisplay();
  const viewer = new TestViewer();
  const stop = new VideoSource(display, parameters, openX264).watch(viewer);
  await look(() => viewer.kinds).toBe("ckd");
  const drawn = display.pictures.length;
  display.change();
  await look(() => viewer.packets.length).toBe(5);
  expect(viewer.kinds).toBe("ckddd");
  expect(display.pictures.length).toBe(drawn + 2);
  stop();
});

test("starts late viewers with a key frame, stops after the last", async () => {
  const display = new TestDisplay();
  const source = new VideoSource(display, parameters, openX264);
  const [first, second] = [new TestViewer(), new TestViewer()];
  const stopFirst = source.watch(first);
  await look(() => first.kinds).toBe("ckd");
  const stopSecond = source.watch(second);
  await look(() => second.kinds.startsWith("ck")).toBe(true);
  stopFirst();
  expect(display.watchers).toBe(1);
  stopSecond();
  expect(display.watchers).toBe(0);
  const third = new TestViewer();
  source.watch(third)();
  const fourth = new TestViewer();
  const stopFourth = source.watch(fourth);
  await look(() => fourth.kinds.startsWith("ck")).toBe(true);
  expect(third.packets).toEqual([]);
  stopFourth();
});

test("limits the frame rate without losing the last change", async () => {
  const display = new TestDisplay();
  const viewer = new TestViewer();
  const stop = new VideoSource(display, { ...parameters, maxFps: 10 }, openX264).watch(viewer);
  await look(() => viewer.kinds).toBe("ckd");
  const before = display.pictures.length;
  for (let change = 0; change < 50; change++) display.change();
  await look(() => viewer.packets.length).toBeGreaterThanOrEqual(5);
  expect(display.pictures.length - before).toBeLessThanOrEqual(4);
  const times = viewer.packets.filter((packet) => packet.kind !== "config").map((packet) => packet.ptsUs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  stop();
});

test.each([
  [720, 1600, 0, [720, 1600]],
  [1080, 2424, 0, [1080, 2424]],
  [1080, 2340, 0, [1080, 2336]],
  [1080, 2340, 1024, [472, 1024]],
  [1280, 800, 640, [640, 400]],
  [320, 480, 4000, [320, 480]],
])("encodes %dx%d at most %d as %j", (widthPx, heightPx, maxSize, size) => {
  const source = new VideoSource(new TestDisplay(widthPx, heightPx), { ...parameters, maxSize }, openX264);
  expect([source.widthPx, source.heightPx]).toEqual(size);
});

test("shares a source between viewers with the same parameters", () => {
  const display = new TestDisplay();
  const sourceOf = (on: TestDisplay, changed = {}) => videoSourceOf(on, { ...parameters, ...changed }, openX264);
  expect(sourceOf(display)).toBe(sourceOf(display));
  expect(sourceOf(display, { maxSize: 400 })).not.toBe(sourceOf(display));
  expect(sourceOf(new TestDisplay())).not.toBe(sourceOf(display));
});

/** Returns whether the frame is a reference frame (nal_ref_idc); frames that the encoder did not make are not. */
const isReferredTo = (packet: VideoPacket | undefined): boolean => ((packet?.data[4] ?? 0) & 0x60) !== 0;

/** A display that changes a square in a corner, or entirely. */
class SquareDisplay extends TestDisplay {
  #squares = 0;
  #readSquares = 0;

  changeSquare(): void {
    this.#squares++;
    this.change();
  }

  /** Whether the last change was read. */
  get isRead(): boolean {
    return this.#readSquares === this.#squares;
  }

  override picture(widthPx: number, heightPx: number): Picture {
    const picture = super.picture(widthPx, heightPx);
    this.#readSquares = this.#squares;
    const pixels = Buffer.alloc(picture.data().length, 90);
    for (let row = 0; row < 16; row++) pixels.fill(this.#squares * 50, row * widthPx * 4, (row * widthPx + 16) * 4);
    return {
      ...picture,
      data: () => pixels,
      rows: (top, count) => pixels.subarray(top * widthPx * 4, (top + count) * widthPx * 4),
    };
  }
}

test("sends a small change of an idle screen before encoding it", async () => {
  const display = new SquareDisplay();
  const viewer = new TestViewer();
  const stop = new VideoSource(display, parameters, openX264).watch(viewer);
  await look(() => viewer.kinds).toBe("ckd");
  display.changeSquare();
  await look(() => viewer.kinds).toBe("ckdddd");
  expect(viewer.packets.slice(3).map(isReferredTo)).toEqual([false, true, true]);
  const times = viewer.packets.slice(1).map(({ ptsUs }) => ptsUs);
  expect(new Set(times).size).toBe(times.length);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  stop();
});

/** Counts the frames that encoders receive, and delays each by some milliseconds, like a slow machine. */
function slowDownEncoders(delayMs: number): { readonly frames: number } {
  const count = { frames: 0 };
  const encode: (this: VideoEncoder, ...args: Parameters<VideoEncoder["encode"]>) => void = Reflect.get(
    VideoEncoder.prototype,
    "encode",
  );
  const spy = vi.spyOn(VideoEncoder.prototype, "encode").mockImplementation(function (
    this: VideoEncoder,
    frame,
    options,
  ) {
    count.frames++;
    const own = frame.clone();
    setTimeout(() => {
      if (this.state === "configured") encode.call(this, own, options);
      own.close();
    }, delayMs);
  });
  onTestFinished(() => spy.mockRestore());
  return count;
}

test.for([0, 150])("patches only the first of quick changes with an encoder %d ms slow", async (delayMs) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const encoders = slowDownEncoders(delayMs);
  const display = new SquareDisplay();
  const viewer = new TestViewer();
  const stop = new VideoSource(display, parameters, openX264).watch(viewer);
  await look(() => viewer.kinds).toBe("ckd");
  const encoded = () => viewer.packets.filter(isReferredTo).length;
  const change = async () => {
    const before = encoders.frames;
    display.changeSquare();
    // The next change may be patched only after the encoder has output every frame.
    await look(() => display.isRead && encoders.frames > before && encoded() === encoders.frames + 1).toBe(true);
    return viewer.packets.length - encoded();
  };
  vi.advanceTimersByTime(1_000);
  expect(await change()).toBe(1);
  vi.advanceTimersByTime(20);
  expect(await change()).toBe(1);
  vi.advanceTimersByTime(20);
  expect(await change()).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(await change()).toBe(2);
  stop();
});

/** A display that draws a pending frame while it is read, with a given delay. */
class PendingDisplay extends TestDisplay {
  #isPending = false;
  takesMs = 0;

  changeLater(): void {
    this.#isPending = true;
    this.change();
  }

  override picture(widthPx: number, heightPx: number): Picture {
    const isPending = this.#isPending;
    this.#isPending = false;
    if (isPending) {
      vi.advanceTimersByTime(this.takesMs);
      this.change();
    }
    return super.picture(widthPx, heightPx);
  }
}

test.for([0, 100])("encodes once a frame drawn in %d ms during a read", async (takesMs) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const display = new PendingDisplay();
  display.takesMs = takesMs;
  const viewer = new TestViewer();
  const stop = new VideoSource(display, parameters, openX264).watch(viewer);
  await look(() => viewer.kinds).toBe("ckd");
  const drawn = display.pictures.length;
  vi.advanceTimersByTime(1_000);
  display.changeLater();
  expect(display.pictures.length).toBe(drawn + 1);
  // The last frame is repeated after that.
  await look(() => viewer.packets.length).toBe(5);
  expect(display.pictures.length).toBe(drawn + 2);
  stop();
});
