import type { VideoPacket } from "@terrarium/scrcpy/video";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ScreenDecoder } from "./decoder.ts";

const CONFIGURATION = [0, 0, 0, 1, 0x67, 0x42, 0xe0, 0x1f, 0, 0, 0, 1, 0x68, 0xce];
const ROTATED = [0, 0, 0, 1, 0x67, 0x42, 0xe0, 0x20, 0, 0, 0, 1, 0x68, 0xce];
const packet = (kind: VideoPacket["kind"], ...data: number[]): VideoPacket => ({
  kind,
  ptsUs: 1,
  data: Uint8Array.from(data),
});

function FakeChunk(init: object) {
  return init;
}

/** Fake of the browser's decoder that records its input. */
class FakeVideoDecoder {
  static made: FakeVideoDecoder[] = [];
  readonly chunks: { type: string; data: number[] }[] = [];
  readonly init: VideoDecoderInit;
  codec = "";
  state = "unconfigured";
  decodeQueueSize = 0;
  constructor(init: VideoDecoderInit) {
    this.init = init;
    FakeVideoDecoder.made.push(this);
  }
  configure({ codec }: { codec: string }) {
    this.codec = codec;
    this.state = "configured";
  }
  decode({ type, data }: { type: string; data: Uint8Array }) {
    this.chunks.push({ type, data: [...data] });
  }
  close() {
    this.state = "closed";
  }
  fail() {
    this.state = "closed";
    this.init.error(new DOMException("bad data"));
  }
}

describe("the screen decoder", () => {
  let keyFramesAsked: number;
  let failures: string[];
  let decoder: ScreenDecoder;
  const browser = () => FakeVideoDecoder.made.at(-1)!;

  beforeEach(() => {
    FakeVideoDecoder.made = [];
    vi.stubGlobal("VideoDecoder", FakeVideoDecoder);
    vi.stubGlobal("EncodedVideoChunk", FakeChunk);
    keyFramesAsked = 0;
    failures = [];
    decoder = new ScreenDecoder({
      frame: () => undefined,
      needsKeyFrame: () => (keyFramesAsked += 1),
      fail: (detail) => failures.push(detail),
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("starts with a key frame that contains the configuration", () => {
    decoder.push(packet("delta", 9));
    decoder.push(packet("config", ...CONFIGURATION));
    decoder.push(packet("delta", 9));
    decoder.push(packet("key", 1, 2));
    decoder.push(packet("delta", 3));
    expect(browser().codec).toBe("avc1.42e01f");
    expect(browser().chunks).toEqual([
      { type: "key", data: [...CONFIGURATION, 1, 2] },
      { type: "delta", data: [3] },
    ]);
  });

  it("continues when the stream restarts, and reconfigures when the screen is rotated", () => {
    decoder.push(packet("config", ...CONFIGURATION));
    decoder.push(packet("config", ...CONFIGURATION));
    expect(FakeVideoDecoder.made).toHaveLength(1);
    decoder.push(packet("config", ...ROTATED));
    expect(FakeVideoDecoder.made).toHaveLength(2);
    expect(FakeVideoDecoder.made[0]!.state).toBe("closed");
    expect(browser().codec).toBe("avc1.42e020");
  });

  it("skips to the next key frame when the machine is too slow", () => {
    decoder.push(packet("config", ...CONFIGURATION));
    decoder.push(packet("key", 1));
    browser().decodeQueueSize = 100;
    decoder.push(packet("delta", 2));
    decoder.push(packet("delta", 3));
    expect(keyFramesAsked).toBe(1);
    decoder.push(packet("key", 4));
    expect(browser().chunks.map(({ data }) => data.at(-1))).toEqual([1, 4]);
  });

  it("recovers from undecodable data, and gives up after repeated failures", () => {
    decoder.push(packet("config", ...CONFIGURATION));
    browser().fail();
    browser().fail();
    expect([keyFramesAsked, failures]).toEqual([2, []]);
    browser().fail();
    expect(failures).toEqual([expect.stringContaining("could not decode the screen")]);
  });

  it("reports a stream that is not H.264", () => {
    decoder.push(packet("config", 1, 2, 3));
    expect(failures).toEqual(["The device's video stream is not H.264"]);
  });

  it("uses the announced codec and reconfigures when it changes", () => {
    decoder.push(packet("config", ...CONFIGURATION));
    decoder.push(packet("key", 1));
    decoder.setCodec("av1");
    expect(browser().state).toBe("closed");
    decoder.push(packet("config", 0x81, 0x08, 0x0c, 0x00));
    decoder.push(packet("key", 2));
    expect(browser().codec).toBe("av01.0.08M.08");
    expect(browser().chunks).toEqual([{ type: "key", data: [2] }]);
  });

  it("shows complete images, and only the last of several quick ones", async () => {
    const decodings: PromiseWithResolvers<{ name: number; close(): void }>[] = [];
    vi.stubGlobal("createImageBitmap", () => {
      const decoding = Promise.withResolvers<{ name: number; close(): void }>();
      decodings.push(decoding);
      return decoding.promise;
    });
    vi.stubGlobal("VideoFrame", function VideoFrame(bitmap: { name: number }) {
      return { shown: bitmap.name };
    });
    const shown: unknown[] = [];
    const closed: number[] = [];
    decoder = new ScreenDecoder({
      frame: (frame) => shown.push(frame),
      needsKeyFrame: () => undefined,
      fail: () => undefined,
    });
    decoder.setCodec("png");
    for (const name of [0, 1]) {
      decoder.push(packet("config"));
      decoder.push(packet("key", name));
    }
    await Promise.all(
      decodings.toReversed().map(async ({ promise, resolve }, index) => {
        const name = 1 - index;
        resolve({ name, close: () => closed.push(name) });
        await promise;
      }),
    );
    expect([shown, closed]).toEqual([[{ shown: 1 }], [1, 0]]);
  });
});
