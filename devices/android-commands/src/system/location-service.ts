import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import {
  FIX_KEY,
  formatFix,
  LOCATION_PROVIDERS,
  parseFix,
  providerNamed,
  TEST_PROVIDERS_KEY,
  testProvidersIn,
  type LocationProvider,
} from "@terrarium/phone-system/mock-location";
import { FailedAnswer, type Subcommand, type Subcommands } from "../android-command.ts";
import { Arguments, decimalOf, either } from "../arguments.ts";
import { illegalArgument, securityException } from "../java-exception.ts";

/** AOSP Settings.Secure, LOCATION_MODE_OFF and LOCATION_MODE_HIGH_ACCURACY. */
const LOCATION_MODES = { off: "0", on: "3" };
const MODE_KEY = "location_mode";
/** AOSP LocationShellCommand.java, DEFAULT_TEST_LOCATION_ACCURACY, in meters. */
const DEFAULT_ACCURACY_M = 100;

const USAGE = `Location service commands:
  is-location-enabled
    Gets the master location switch enabled state.
  set-location-enabled true|false
    Sets the master location switch enabled state.
  providers add-test-provider|remove-test-provider <PROVIDER>
    PROVIDER is ${LOCATION_PROVIDERS.join(", ")}.
  providers set-test-provider-location <PROVIDER> --location <LATITUDE>,<LONGITUDE> [--accuracy <ACCURACY>] [--time <TIME>]
`;

/** Options of `add-test-provider` that describe the provider, and have no effect here. */
const PROVIDER_FLAGS = /^--(requires|supports)[A-Z]\w*$/;

const providerCommands: Record<string, Subcommand> = {
  "add-test-provider": async (list, { system }) => {
    const { provider, args } = await takeProvider(list, system);
    for (let option = args.next(); option !== undefined; option = args.next()) {
      if (option === "--powerRequirement" || option === "--accuracy" || option === "--extraAttributionTags")
        args.require(option);
      else if (!PROVIDER_FLAGS.test(option)) throw illegalArgument(`Received unexpected option: ${option}`);
    }
    await putProviders(system, (known) => [...known, provider]);
  },
  "remove-test-provider": async (list, { system }) => {
    const { provider } = await takeProvider(list, system);
    await putProviders(system, (known) => known.filter((each) => each !== provider));
    if (parseFix(await system.getSetting("secure", FIX_KEY))?.provider === provider)
      await system.deleteSetting("secure", FIX_KEY);
  },
  "set-test-provider-location": setTestLocation,
};

/** Subcommands of `cmd location` (AOSP LocationShellCommand.java). The device has only positions that programs set. */
export const locationSubcommands: Subcommands = {
  usage: USAGE,
  commands: {
    "is-location-enabled": async (_args, { system }) => `${await isEnabled(system)}\n`,
    "set-location-enabled": async ([state], { system }) =>
      system.putSetting("secure", MODE_KEY, LOCATION_MODES[either(state, "true", "false") ? "on" : "off"]),
    providers: async ([action, ...rest], process) => {
      if (action === undefined) throw new CommandError("Error: a command for the providers is missing", 255);
      const run = Object.hasOwn(providerCommands, action) ? providerCommands[action] : undefined;
      if (!run) throw new FailedAnswer(`Unknown command: ${action}`, 255);
      return run(rest, process);
    },
  },
};

async function setTestLocation(list: string[], process: Process): Promise<void> {
  const { system } = process;
  const { provider, args } = await takeProvider(list, system);
  const values = new Map<string, string>();
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (!["--location", "--accuracy", "--time"].includes(option)) throw illegalArgument(`Unknown option: ${option}`);
    values.set(option, args.require(option));
  }
  const numbers = (values.get("--location") ?? "").split(",");
  const [latitude = NaN, longitude = NaN] = numbers.map((each) => decimalOf(each) ?? NaN);
  const accuracyM = numberIn(values.get("--accuracy"), DEFAULT_ACCURACY_M);
  const timeMs = numberIn(values.get("--time"), process.clock.nowMs());
  const text = formatFix({ provider, latitude, longitude, accuracyM, timeMs });
  if (numbers.length !== 2 || parseFix(text) === undefined)
    throw illegalArgument("Location argument is not a valid position");
  if (!testProvidersIn(await system.getSetting("secure", TEST_PROVIDERS_KEY)).includes(provider))
    throw illegalArgument(`${provider} provider is not a test provider`);
  await system.putSetting("secure", FIX_KEY, text);
}

function numberIn(text: string | undefined, fallback: number): number {
  return text === undefined ? fallback : (decimalOf(text) ?? NaN);
}

/** Returns the named provider and the other arguments. Throws unless the shell may set positions. */
async function takeProvider(
  list: string[],
  system: SystemCalls,
): Promise<{ provider: LocationProvider; args: Arguments }> {
  if (((await system.getSetting("secure", "mock_location")) ?? "0") === "0")
    throw securityException("com.android.shell from uid 2000 not allowed to perform MOCK_LOCATION");
  const args = new Arguments(list);
  const name = args.require("provider");
  const provider = providerNamed(name);
  if (!provider) throw illegalArgument(`provider "${name}" is none of ${LOCATION_PROVIDERS.join(", ")}`);
  return { provider, args };
}

async function putProviders(
  system: SystemCalls,
  change: (known: readonly LocationProvider[]) => readonly LocationProvider[],
): Promise<void> {
  const known = testProvidersIn(await system.getSetting("secure", TEST_PROVIDERS_KEY));
  await system.putSetting("secure", TEST_PROVIDERS_KEY, [...new Set(change(known))].join(","));
}

async function isEnabled(system: SystemCalls): Promise<boolean> {
  return ((await system.getSetting("secure", MODE_KEY)) ?? LOCATION_MODES.off) !== LOCATION_MODES.off;
}

/** `dumpsys location`: the switch, and the latest position while it is on. */
export async function locationDump(system: SystemCalls): Promise<string> {
  const on = await isEnabled(system);
  const testProviders = testProvidersIn(await system.getSetting("secure", TEST_PROVIDERS_KEY));
  const fix = on ? parseFix(await system.getSetting("secure", FIX_KEY)) : undefined;
  const rows = LOCATION_PROVIDERS.map((name) => {
    const last =
      fix?.provider === name
        ? `Location[${name} ${fix.latitude.toFixed(6)},${fix.longitude.toFixed(6)} hAcc=${fix.accuracyM} mock]`
        : "null";
    return `    ${name} provider${testProviders.includes(name) ? " [mock]" : ""}:\n      last location=${last}\n      enabled=${on}\n`;
  });
  return `Location Manager State:\n  Location Settings:\n    Location Setting: ${on}\n  Location Providers:\n${rows.join("")}`;
}
