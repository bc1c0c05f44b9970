import { spawn } from "node:child_process";
import { once } from "node:events";
import { generateAdbKey } from "@terrarium/device-control/adb/adb-key";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { answersAdb } from "../adb-answer.ts";
import type { DeviceModel, DeviceProvider, DeviceSpec, DeviceStops } from "../provider.ts";

/** A provider, its engine, and a test's external operations on them. */
export interface ProviderUnderTest {
  /** Opens the provider like another start of the server, on the same engine and for the same installation. */
  open(): DeviceProvider;
  /** Source of a module that opens and exports `provider`. */
  moduleSource: string;
  /** Whether devices outlive their destruction, such as phones, which other sandboxes then get. */
  staysWithItsAddress?: boolean;
  /** Ends a device as in a crash. */
  crash(sandboxId: string): Promise<void>;
  /** Writes data to a device's storage. Resolves with a check whether it still exists. */
  leaveOn?: (sandboxId: string) => Promise<() => Promise<boolean>>;
  /** Returns the remains of this installation's devices, in any state. */
  leftovers(): Promise<string[]>;
  /** Creates similar objects of other owners. Resolves with a check whether all still exist. */
  makeOthers(): Promise<() => Promise<boolean>>;
  /** Restarts the engine, if there is one. */
  restartEngine?: () => Promise<void>;
  remove(): Promise<void>;
}

interface SuiteOptions {
  /** Number of devices created concurrently. */
  many: number;
  /** Longest time until a destroyed device is gone. */
  goneMs?: number;
  /** Properties of its devices, if not phones. */
  model?: Partial<DeviceModel>;
  /** Whether its devices can be stopped and started again. Default: true. */
  canStop?: boolean;
  /** Whether it measures its devices. Default: true. */
  canMeasure?: boolean;
}

/** Takes two seconds on an idle machine. Devices and records are compared once a minute. */
const EXIT_TOLD_MS = 30_000;
const { authorizedKey, privateKeyPem: adbPrivateKeyPem } = await generateAdbKey();

/** Model of devices in tests of providers. */
export const TEST_MODEL: DeviceModel = {
  name: "Phone",
  cpu: 2,
  memoryMb: 1024,
  widthPx: 360,
  heightPx: 640,
  densityDpi: 160,
};

/** Returns a device spec for a sandbox, with a key that no client holds. */
export const testSpec = (sandboxId: string): DeviceSpec => ({
  ...TEST_MODEL,
  sandboxId,
  authorizedKey,
  adbPrivateKeyPem,
});

/** For tests: checks the contract of `DeviceProvider` on any provider. */
export function testProvider(
  name: string,
  make: () => Promise<ProviderUnderTest>,
  { many, goneMs = 90_000, canStop = true, canMeasure = true, model }: SuiteOptions,
): void {
  describe(`the ${name} provider`, () => {
    const suiteSpec = (sandboxId: string): DeviceSpec => ({ ...testSpec(sandboxId), ...model });
    let subject: ProviderUnderTest;
    let count = 0;
    beforeAll(async () => void (subject = await make()));
    afterAll(() => subject?.remove());

    const newId = () => `sbx_suite${process.pid}_${count++}`;
    /** Opens the provider like a server. Destroys all devices at the end of the test. */
    function open() {
      const provider = subject.open();
      const exits: { sandboxId: string; detail: string; at: number }[] = [];
      provider.onExit((sandboxId, detail) => void exits.push({ sandboxId, detail, at: performance.now() }));
      onTestFinished(async () => {
        for (const { sandboxId } of await provider.list()) await provider.destroy(sandboxId);
        await provider.close();
      });
      return { provider, exits, idsOf: async () => (await provider.list()).map(({ sandboxId }) => sandboxId) };
    }

    /** On other machines, a device may still be ending after it is destroyed. */
    const expectNothingLeft = () => expect.poll(() => subject.leftovers(), { timeout: goneMs }).toEqual([]);

    /** Crashes a device and expects the server to be notified in time. */
    async function crashAndHear(id: string, exits: readonly { sandboxId: string; at: number }[]): Promise<void> {
      const crashedAt = performance.now();
      await subject.crash(id);
      await expect.poll(() => exits.map(({ sandboxId }) => sandboxId), { interval: 20 }).toEqual([id]);
      expect((exits[0]?.at ?? Infinity) - crashedAt).toBeLessThan(EXIT_TOLD_MS);
    }

    /** Runs a script with `provider` and `spec` in a process that is killed when it prints a line, or kills itself. */
    async function runKilled(script: string, sandboxId: string): Promise<void> {
      const spec = `const spec = ${JSON.stringify(suiteSpec(sandboxId))};`;
      const child = spawn(
        process.execPath,
        ["--input-type=module", "--eval", `${subject.moduleSource}\n${spec}\n${script}`],
        {
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      child.stdout.once("data", () => child.kill("SIGKILL"));
      expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    }

    test("a device answers ADB and reports its properties", async () => {
      const { provider, idsOf } = open();
      const id = newId();
      const before = Date.now();
      await provider.requireRoom();
      const { address, screen } = await provider.create(suiteSpec(id));
      expect(await answersAdb(address)).toBe(true);
      expect(screen).toEqual({ widthPx: 360, heightPx: 640 });
      expect(await provider.inspect(id)).toEqual({ state: "running", address });
      const [device] = await provider.list();
      expect(device?.sandboxId).toBe(id);
      expect(device?.startedAt).toBeGreaterThan(before - 30_000);
      expect(device?.startedAt).toBeLessThan(Date.now() + 30_000);
      expect(await idsOf()).toEqual([id]);
    });

    const testMeasure = canMeasure ? test : () => {};
    testMeasure("measures a running device and no other", async () => {
      const { provider } = open();
      const id = newId();
      await provider.create(suiteSpec(id));
      const first = await provider.measure?.(id);
      expect(first?.memoryBytes).toBeGreaterThan(1024 ** 2);
      expect(first?.memoryBytes).toBeLessThan(4 * 1024 ** 3);
      const again = await provider.measure?.(id);
      expect(again?.cpuSeconds).toBeGreaterThanOrEqual(first?.cpuSeconds ?? Infinity);
      await provider.destroy(id);
      expect(await provider.measure?.(id)).toBeUndefined();
      expect(await provider.measure?.("sbx_unknown")).toBeUndefined();
    });

    test("reports a device's end soon, and others continue", async () => {
      const { provider, exits } = open();
      const [id, other] = [newId(), newId()];
      await provider.create(suiteSpec(id));
      const { address } = await provider.create(suiteSpec(other));
      await crashAndHear(id, exits);
      expect(await provider.inspect(id)).toMatchObject({ state: "gone" });
      expect(await answersAdb(address)).toBe(true);
    });

    test("destroys a device with its data without a crash report", async () => {
      const { provider, exits, idsOf } = open();
      const [id, other] = [newId(), newId()];
      await expectNothingLeft();
      const { address } = await provider.create(suiteSpec(id));
      await provider.create(suiteSpec(other));
      const perDevice = (await subject.leftovers()).length / 2;
      await provider.destroy(id);
      expect(await idsOf()).toEqual([other]);
      await expect.poll(() => answersAdb(address, 500)).toBe(subject.staysWithItsAddress === true);
      await expect.poll(() => subject.leftovers(), { timeout: goneMs }).toHaveLength(perDevice);
      expect(await provider.inspect(id)).toMatchObject({ state: "gone" });
      await provider.destroy(id);
      await provider.destroy("sbx_never_was");
      await subject.crash(other);
      await expect.poll(() => exits.map(({ sandboxId }) => sandboxId)).toEqual([other]);
    });

    test("a device destroyed during its start never runs", async () => {
      const { provider, idsOf } = open();
      const id = newId();
      const outcome = provider.create(suiteSpec(id)).then(
        () => "up",
        () => "refused",
      );
      await expect.poll(idsOf, { interval: 5 }).toEqual([id]);
      await provider.destroy(id);
      // A device that was ready first is ended all the same.
      await outcome;
      await expect.poll(idsOf).toEqual([]);
    });

    test("after kill -9 the next server adopts its devices", async () => {
      const id = newId();
      await runKilled("await provider.create(spec); console.log();", id);
      const { provider, exits, idsOf } = open();
      expect(await idsOf()).toEqual([id]);
      const found = await provider.inspect(id);
      expect(found.state === "running" && (await answersAdb(found.address))).toBe(true);
      await crashAndHear(id, exits);
    });

    test("finds and removes unfinished devices of a killed server", async () => {
      const id = newId();
      const untilSomethingIs = "while ((await provider.list()).length === 0) await new Promise(setImmediate);";
      await runKilled(`void provider.create(spec); ${untilSomethingIs} console.log();`, id);
      const { provider, idsOf } = open();
      for (const sandboxId of await idsOf()) await provider.destroy(sandboxId);
      await expectNothingLeft();
    });

    /** A provider without stops must give the reason, which is the only remaining test. */
    const testStops = canStop ? test : () => {};
    test("supports stops, or gives the reason against", () => {
      expect(typeof open().provider.stops).toBe(canStop ? "object" : "string");
    });
    const stopsOf = ({ stops }: DeviceProvider): DeviceStops => {
      if (typeof stops === "string") throw new Error(`it cannot stop devices: ${stops}`);
      return stops;
    };

    testStops("a stopped device restarts with its data and reports its end", async () => {
      const { provider, exits, idsOf } = open();
      const stops = stopsOf(provider);
      const id = newId();
      const { address } = await provider.create(suiteSpec(id));
      const isKept = (await subject.leaveOn?.(id)) ?? (async () => true);
      await stops.stop(id);
      await stops.stop(id);
      expect(await answersAdb(address, 500)).toBe(false);
      expect(await idsOf()).toEqual([id]);
      const again = await stops.start({ ...TEST_MODEL, ...model, sandboxId: id });
      expect(await answersAdb(again.address)).toBe(true);
      expect(await isKept()).toBe(true);
      expect(await provider.inspect(id)).toEqual({ state: "running", address: again.address });
      expect(exits).toEqual([]);
      await crashAndHear(id, exits);
    });

    testStops("a device destroyed during its restart leaves nothing", async () => {
      const { provider, idsOf } = open();
      const id = newId();
      await provider.create(suiteSpec(id));
      await stopsOf(provider).stop(id);
      const starting = stopsOf(provider).start({ ...TEST_MODEL, ...model, sandboxId: id });
      // A device that was ready first is destroyed once more, as its starter does.
      const outcome = starting.then(
        () => provider.destroy(id),
        () => undefined,
      );
      await provider.destroy(id);
      await outcome;
      expect(await idsOf()).toEqual([]);
      await expectNothingLeft();
    });

    testStops(
      "a stopped device is found and started by the next server, and is destroyed with what it stored",
      async () => {
        const id = newId();
        await runKilled("await provider.create(spec); await provider.stops.stop(spec.sandboxId); console.log();", id);
        const { provider, idsOf } = open();
        const stops = stopsOf(provider);
        const spec = { ...TEST_MODEL, ...model, sandboxId: id };
        expect(await idsOf()).toEqual([id]);
        const { address } = await stops.start(spec);
        expect(await answersAdb(address)).toBe(true);
        await stops.stop(id);
        await provider.destroy(id);
        expect(await idsOf()).toEqual([]);
        await expectNothingLeft();
        await expect(stops.start(spec)).rejects.toThrow(/^(its stored data is gone|it has no container)$/);
      },
    );

    test("neither lists nor touches other installations' devices", async () => {
      const areThere = await subject.makeOthers();
      const { provider, idsOf } = open();
      const id = newId();
      await provider.create(suiteSpec(id));
      expect(await idsOf()).toEqual([id]);
      await provider.destroy(id);
      expect(await areThere()).toBe(true);
    });

    test(`creates ${many} devices at once, each with its own address`, async () => {
      const { provider, idsOf } = open();
      const ids = Array.from({ length: many }, newId);
      const devices = await Promise.all(ids.map((id) => provider.create(suiteSpec(id))));
      expect(new Set(devices.map(({ address }) => JSON.stringify(address))).size).toBe(many);
      expect((await Promise.all(devices.map(({ address }) => answersAdb(address)))).every(Boolean)).toBe(true);
      expect((await idsOf()).toSorted()).toEqual(ids.toSorted());
      await Promise.all(ids.map((id) => provider.destroy(id)));
      expect(await idsOf()).toEqual([]);
      await expectNothingLeft();
    });

    test("keeps devices over an engine restart and reports ended ones", async () => {
      // An engine inside the server restarts with it.
      const restart = subject.restartEngine ?? (async () => {});
      const { provider, exits, idsOf } = open();
      const [id, other] = [newId(), newId()];
      const { address } = await provider.create(suiteSpec(id));
      await provider.create(suiteSpec(other));
      await restart();
      await expect.poll(() => idsOf().catch(() => []), { interval: 100 }).toHaveLength(2);
      expect(await provider.inspect(id)).toEqual({ state: "running", address });
      expect(await answersAdb(address)).toBe(true);
      expect(exits).toEqual([]);
      await subject.crash(other);
      await expect.poll(() => exits.map(({ sandboxId }) => sandboxId)).toEqual([other]);
    });
  });
}
