import { afterAll, afterEach, beforeAll } from "vitest";
import { DeviceDriver, type DriverOptions, smallScreen } from "./device-driver.ts";

/** What the device's clock shows in tests of dates: a Saturday. */
export const nowMs = new Date(2026, 10, 21, 9, 41).getTime();

/**
 * For a file of tests: starts one small device for all of them, and tells them of it. Each test finds it as a new one is.
 */
export function provideDevice(options: DriverOptions, started: (device: DeviceDriver) => void): void {
  let device: DeviceDriver | undefined;
  beforeAll(async () => {
    device = await DeviceDriver.start({ ...smallScreen, ...options });
    started(device);
  });
  afterEach(() => device?.reset());
  afterAll(() => device?.[Symbol.asyncDispose]());
}
