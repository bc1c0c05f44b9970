import { expect, test } from "vitest";
import { receivedPacket } from "../testing/received-packet.ts";
import { CACHE_PICTURES_MAX, PictureCache } from "./picture-cache.ts";

test("drops a frame sequence of too many packets", () => {
  const cache = new PictureCache();
  cache.add(receivedPacket("config"));
  cache.add(receivedPacket("key"));
  let replayed = 0;
  for (let changes = 1; changes < CACHE_PICTURES_MAX; changes += 1) cache.add(receivedPacket("delta"));
  expect(cache.replay(() => (replayed += 1))).toBe(true);
  expect(replayed).toBe(1 + CACHE_PICTURES_MAX);
  cache.add(receivedPacket("delta"));
  expect(cache.replay(() => undefined)).toBe(false);
});
