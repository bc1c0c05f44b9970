import { CommandError } from "@terrarium/phone-shell/command-error";
import { androidCommand } from "../android-command.ts";
import { Arguments } from "../arguments.ts";
import { monkeyEvents, percentages, type EventKind } from "./monkey-events.ts";

const USAGE = `usage: monkey [-p ALLOWED_PACKAGE]... [-c MAIN_CATEGORY]... [-s SEED] [-v]... [--throttle MILLISEC]
              [--pct-touch PERCENT] [--pct-motion PERCENT] [--pct-trackball PERCENT] [--pct-nav PERCENT]
              [--pct-majornav PERCENT] [--pct-syskeys PERCENT] [--pct-appswitch PERCENT] [--pct-anyevent PERCENT]
              [--ignore-crashes] [--ignore-timeouts] [--ignore-security-exceptions] [--monitor-native-crashes]
              [--kill-process-after-error] [--hprof] [--dbg-no-events] COUNT
`;
const IGNORED = new Set([
  "--ignore-crashes",
  "--ignore-timeouts",
  "--ignore-security-exceptions",
  "--ignore-native-crashes",
  "--monitor-native-crashes",
  "--kill-process-after-error",
  "--hprof",
]);
const MAX_COUNT = 1_000_000;
/** Exit code -5, as AOSP Monkey.java returns it for an invalid source of events. */
const BAD_WEIGHTS = 251;

interface MonkeyOptions {
  packages: string[];
  seed: number;
  verbose: number;
  throttleMs: number;
  shares: Partial<Record<EventKind, number>>;
  withoutEvents: boolean;
  count: number;
}

/** `monkey`: sends random input to apps. The same seed gives the same input (AOSP cmds/monkey). */
export const monkeyCommand = androidCommand("monkey", async (process) => {
  const { system, stdout, args } = process;
  if (args.length === 0) throw new CommandError(USAGE.trimEnd(), 255);
  const options = parse([...args], process.random.integer(2 ** 31));
  const { packages, seed, verbose, count, throttleMs } = options;
  const startMs = process.clock.elapsedMs();
  const say = (level: number, text: string) => (verbose >= level ? stdout.write(`${text}\n`) : undefined);
  await say(1, `:Monkey: seed=${seed} count=${count}`);
  for (const name of packages) await say(1, `:AllowPackage: ${name}`);
  await say(1, ":IncludeCategory: android.intent.category.LAUNCHER\n:IncludeCategory: android.intent.category.MONKEY");
  const installed = await system.packages();
  const targets = installed.filter(({ packageName, isHome }) =>
    packages.length > 0 ? packages.includes(packageName) : !isHome,
  );
  if (targets.length === 0) throw new CommandError("** No activities found to run, monkey aborted.", 252);
  const apps = targets.map(({ packageName, component }) => ({ packageName, component }));
  if (verbose > 0) await stdout.write(percentages(options.shares));
  const { widthPx, heightPx } = await system.display();
  let injected = 0;
  for (const event of monkeyEvents({ seed, count, apps, widthPx, heightPx, shares: options.shares })) {
    await say(event.kind === "appswitch" ? 1 : 2, event.text);
    if (!options.withoutEvents) await event.send(process);
    injected += 1;
    if (throttleMs > 0) await process.sleep(throttleMs);
    else await process.pause();
    const front = (await system.foregroundApp()).packageName;
    // Android blocks switches to apps outside the allowed ones. Here the monkey returns to the first allowed app.
    if (packages.length > 0 && !packages.includes(front) && injected < count) {
      await system.startActivity({ packageName: apps[0]?.packageName ?? "" });
    }
  }
  const tookMs = Math.round(process.clock.elapsedMs() - startMs);
  await stdout.write(`Events injected: ${injected}\n`);
  await say(
    1,
    `:Sending rotation degree=0, persist=false\n:Dropped: keys=0 pointers=0 trackballs=0 flips=0 rotations=0`,
  );
  await stdout.write(`## Network stats: elapsed time=${tookMs}ms (0ms mobile, 0ms wifi, ${tookMs}ms not connected)\n`);
  await say(1, "// Monkey finished");
  return 0;
});

function parse(list: string[], seed: number): MonkeyOptions {
  const args = new Arguments(list);
  const options: MonkeyOptions = {
    packages: [],
    seed,
    verbose: 0,
    throttleMs: 0,
    shares: {},
    withoutEvents: false,
    count: 0,
  };
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption())
    takeOption(options, option, args);
  const count = args.next();
  if (count === undefined || !/^\d+$/.test(count) || Number(count) > MAX_COUNT) {
    throw new CommandError(
      `** Error: Count must be a number up to ${MAX_COUNT}, not "${count ?? ""}"\n${USAGE.trimEnd()}`,
      255,
    );
  }
  if (Object.values(options.shares).reduce((sum, share) => sum + share, 0) > 100) {
    throw new CommandError("** Event weights > 100%", BAD_WEIGHTS);
  }
  return { ...options, count: Number(count) };
}

function takeOption(options: MonkeyOptions, option: string, args: Arguments): void {
  const share = /^--pct-(touch|motion|trackball|nav|majornav|syskeys|appswitch|anyevent)$/.exec(option)?.[1];
  if (option === "-p") options.packages.push(args.require(option));
  else if (option === "-c") args.require(option);
  else if (option === "-s") options.seed = args.requireInteger(option);
  else if (/^-v+$/.test(option)) options.verbose += option.length - 1;
  else if (option === "--throttle") options.throttleMs = Math.max(0, args.requireInteger(option));
  else if (option === "--dbg-no-events") options.withoutEvents = true;
  else if (share !== undefined) options.shares[share as EventKind] = args.requireInteger(option); // the pattern matches only kinds
  else if (/^--pct-(rotation|pinchzoom|flip|permission)$/.test(option)) args.require(option);
  else if (!IGNORED.has(option)) throw new CommandError(`** Error: Unknown option: ${option}\n${USAGE.trimEnd()}`, 255);
}
