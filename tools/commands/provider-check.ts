import { ALL_PROVIDERS, findDefinition } from "../../packages/device-providers/src/all-providers.ts";
import { ConfigError } from "../../packages/platform/src/base/config-error.ts";
import { checkProvider } from "../../packages/server/src/check-provider.ts";
import { buildStale } from "../build.ts";
import { openProvider } from "../provider-check/open-provider.ts";
import { say } from "../shell.ts";

const MAX_DETAIL_CHARS = 300;

/**
 * Checks a provider on the machine with its engine, and prints what works: `npm run provider-check -- docker`. `--
 * docker android14` uses a template of TERRARIUM_TEMPLATES, `-- docker redroid` the first Android one, `-- docker
 * linux` (or browser, desktop) a Linux sandbox. Exits with 1 if a check failed, and with 2 if nothing could be checked.
 */
export async function run([name = "", template]: readonly string[]): Promise<void> {
  if (!findDefinition(name)) {
    const names = ALL_PROVIDERS.map((provider) => provider.name).join(", ");
    say(`Name a provider: ${names}. The id of a template may follow.`);
    process.exit(2);
  }
  await buildStale(["phone", "desktop"]);
  // The exit code if this process ends before the check is complete.
  process.exitCode = 1;
  try {
    const checked = await openProvider(name, process.env, template);
    const isGood = await checkProvider(checked, ({ what, outcome, detail }) =>
      process.stdout.write(`${outcome.padEnd(10)}${what.padEnd(12)}${inOneLine(detail)}\n`),
    );
    await checked.remove();
    process.stdout.write(isGood ? "All of it works.\n" : "Not all of it works.\n");
    process.exit(isGood ? 0 : 1);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say(error.message);
    process.exit(2);
  }
}

/** The reason for a device's end may have many lines: the end of its log. */
const inOneLine = (text: string): string => text.replace(/\s+/g, " ").slice(0, MAX_DETAIL_CHARS);
