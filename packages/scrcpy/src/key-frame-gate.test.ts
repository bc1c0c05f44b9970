import { expect, test } from "vitest";
import { KeyFrameGate } from "./key-frame-gate.ts";
import type { VideoPacket } from "./video.ts";

test("passes frames from a key frame until closed, parameters always", () => {
  const gate = new KeyFrameGate();
  const admitted = (...kinds: VideoPacket["kind"][]) => kinds.filter((kind) => gate.admits({ kind }));
  expect(admitted("delta", "config", "delta")).toEqual(["config"]);
  expect(gate.isOpen).toBe(false);
  expect(admitted("key", "delta", "config", "delta")).toEqual(["key", "delta", "config", "delta"]);
  expect(gate.isOpen).toBe(true);
  gate.close();
  expect(admitted("delta", "config", "key", "delta")).toEqual(["config", "key", "delta"]);
});
