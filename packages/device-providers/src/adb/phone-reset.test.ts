import { silentDevice } from "@terrarium/device-control/testing/silent-device";
import { Adb } from "@yume-chan/adb";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";

const BASELINE = { packages: [], settings: {}, accounts: 0 };
const target = { address: { host: "127.0.0.1", port: 5555 }, adbPrivateKeyPem: "" };

/** Connections to phones, in the order of the requests. */
const connections = vi.hoisted((): unknown[] => []);
vi.mock("@terrarium/device-control/adb/connect-adb", () => ({ connectAdb: async () => connections.shift() }));
const cleaning = vi.hoisted(() => ({ run: async (): Promise<void> => undefined }));
vi.mock("./phone-cleaning.ts", () => ({ cleanPhone: () => cleaning.run() }));
vi.mock("./phone-facts.ts", () => ({ readFacts: async () => undefined }));

// Other test files of this worker load these modules without the mocks.
vi.resetModules();
const { resetPhone } = await import("./phone-reset.ts");
afterAll(() => void vi.resetModules());

/** Adds a connection to a phone that accepts commands and never answers. */
function connect() {
  const { promise: closed, resolve } = Promise.withResolvers<string>();
  const { transport, controllers } = silentDevice();
  const connection = { adb: new Adb(transport), closed, close: () => resolve("it was closed") };
  connections.push(connection);
  return { ...connection, controllers };
}

test("accepts a connection lost on restart as a restart", async () => {
  const [, phone] = [connect(), connect(), connect()];
  const reset = resetPhone(target, BASELINE, { command: undefined, reboots: true });
  await expect.poll(() => phone?.controllers.length).toBe(1);
  phone?.close();
  expect(await reset).toBe(BASELINE);
});

test("abandons a restarting phone when its signal is aborted", async () => {
  const [, phone] = [connect(), connect()];
  const stopping = new AbortController();
  const settings = { command: undefined, reboots: true };
  const reset = resetPhone({ ...target, signal: stopping.signal }, BASELINE, settings);
  await expect.poll(() => phone?.controllers.length).toBe(1);
  stopping.abort(new Error("another server has it"));
  await expect(reset).rejects.toThrow("another server has it");
});

test("does not clean a phone with an unreadable baseline", async () => {
  connect();
  const reset = resetPhone(target, "unreadable", { command: undefined, reboots: false });
  await expect(reset).rejects.toThrow("its data is unreadable");
  connections.length = 0;
});

test("stops cleaning a phone at the deadline", async () => {
  const phone = connect();
  const never = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const { run } = cleaning;
  onTestFinished(() => void (cleaning.run = run));
  cleaning.run = () => (begun.resolve(), never.promise);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const told = resetPhone(target, BASELINE, { command: undefined, reboots: false }).then(() => "it is clean", String);
  await begun.promise;
  await vi.runOnlyPendingTimersAsync();
  expect(await told).toMatch(/its cleaning did not finish within \d+ ms$/);
  expect(await phone.closed).toBe("it was closed");
});
