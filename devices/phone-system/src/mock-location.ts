/** Names of location providers (AOSP LocationManager.java). */
export const LOCATION_PROVIDERS = ["passive", "network", "fused", "gps"] as const;
export type LocationProvider = (typeof LOCATION_PROVIDERS)[number];

/** A position that a program set: the device has no receiver of its own. */
interface MockFix {
  provider: LocationProvider;
  latitude: number;
  longitude: number;
  /** Radius in meters. */
  accuracyM: number;
  timeMs: number;
}

/** Settings of the providers that a program replaces, separated by commas, and of the latest position. */
export const TEST_PROVIDERS_KEY = "mock_location_providers";
export const FIX_KEY = "mock_location_fix";

export function providerNamed(name: string | undefined): LocationProvider | undefined {
  return LOCATION_PROVIDERS.find((each) => each === name);
}

/** Returns the valid providers in a value of the setting. */
export function testProvidersIn(value: string | undefined): readonly LocationProvider[] {
  const names = new Set((value ?? "").split(","));
  return LOCATION_PROVIDERS.filter((each) => names.has(each));
}

export function formatFix(fix: MockFix): string {
  return [fix.provider, fix.latitude, fix.longitude, fix.accuracyM, fix.timeMs].join(" ");
}

/** Returns the position in a value of the setting; undefined for an invalid one, since any script may write it. */
export function parseFix(value: string | undefined): MockFix | undefined {
  const [name, ...numbers] = (value ?? "").split(" ");
  const provider = providerNamed(name);
  const [latitude = NaN, longitude = NaN, accuracyM = NaN, timeMs = NaN] = numbers.map(Number);
  const valid =
    Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && accuracyM >= 0 && Math.abs(timeMs) <= MAX_DATE_MS;
  return provider !== undefined && valid ? { provider, latitude, longitude, accuracyM, timeMs } : undefined;
}

/** Largest time of a JavaScript date. */
const MAX_DATE_MS = 8.64e15;
