import { createRandom, shareRandom } from "@terrarium/phone-system/random";
import { describe, expect, test } from "vitest";
import { WalkedPhone } from "./testing/walked-phone.ts";

/** Number of random walks. More of them search longer. */
const WALKS = Number(process.env["TERRARIUM_WALKS"] ?? 6);
const STEPS = 30;
const CLOCK = ["--clock", "2026-03-04T09:41:00Z", "--clock-speed", "0"];

const randomOf = (walk: number) => createRandom(shareRandom(`walk ${walk}`));

describe("phones of the same seed and clock", () => {
  test("are equal after the same random walks", { timeout: 60_000 + WALKS * 20_000 }, async () => {
    for (let walk = 0; walk < WALKS; walk++) {
      const args = [...CLOCK, "--seed", `phone ${walk}`];
      await using one = await WalkedPhone.start(args);
      await using other = await WalkedPhone.start(args);
      const [forOne, forOther] = [randomOf(walk), randomOf(walk)];
      for (let step = 0; step < STEPS; step++) {
        await one.step(forOne);
        await other.step(forOther);
      }
      expect({ walk, ...(await other.state()) }).toEqual({ walk, ...(await one.state()) });
      await one.showSerial();
      await other.showSerial();
      expect({ walk, ...(await other.state()) }).toEqual({ walk, ...(await one.state()) });
    }
  });

  test("differ with another seed only in what is random", async () => {
    await using one = await WalkedPhone.start([...CLOCK, "--seed", "a"]);
    await using other = await WalkedPhone.start([...CLOCK, "--seed", "b"]);
    const [before, after] = [await one.state(), await other.state()];
    expect(after.hierarchy).toEqual(before.hierarchy);
    expect(after.files).toEqual(before.files);
    await one.showSerial();
    await other.showSerial();
    expect((await other.state()).hierarchy).not.toEqual((await one.state()).hierarchy);
  });
});
