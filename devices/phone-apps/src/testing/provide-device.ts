import { afterAll, afterEach, beforeAll } from "vitest";
import { DeviceDriver, type DriverOptions, smallScreen } from "./device-driver.ts";

/** The device's time in tests of dates: a Saturday. */
export const nowMs = new Date(2026, 10, 21, 9, 41).getTime();

/** Starts one small device for all tests of a file, and passes it to `started`. Resets the device after each test. */
export function provideDevice(options: DriverOptions, started: (device: DeviceDriver) => void): void {
  let device: DeviceDriver | undefined;
  beforeAll(async () => {
    device = await DeviceDriver.start({ ...smallScreen, ...options });
    started(device);
  });
  afterEach(() => device?.reset());
  afterAll(() => device?.[Symbol.asyncDispose]());
}
