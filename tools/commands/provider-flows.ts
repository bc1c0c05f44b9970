import { buildStale } from "../build.ts";
import { ENGINES } from "../provider-flows/engines.ts";
import { runTests } from "../run-tests.ts";
import { say } from "../shell.ts";

/** Browser flows that use no feature of a single provider. */
const FLOWS = ["viewer", "agent", "sandbox-page", "device-reboot", "playground"].map((name) => `e2e/${name}.test.ts`);

/**
 * Runs browser flows with devices of a provider on a real engine that it starts: `npm run provider-flows --
 * kubernetes`. Exits with 2 if that engine cannot be started here.
 */
export async function run([name = "", ...files]: readonly string[]): Promise<void> {
  const engine = ENGINES[name];
  const why = engine ? engine.whyNot() : `which provider? One of ${Object.keys(ENGINES).join(", ")}`;
  if (!engine || why !== undefined) {
    say(why ?? "");
    process.exit(2);
  }
  // Images contain the built programs.
  await buildStale();
  const { environment, isForMany, stop } = await engine.start();
  try {
    Object.assign(process.env, environment, { TERRARIUM_PROVIDERS: name });
    const oneAtATime = isForMany ? [] : ["--no-file-parallelism"];
    const { summary, failed, exitCode } = await runTests("all", [
      "--project",
      "e2e",
      ...oneAtATime,
      ...(files.length > 0 ? files : FLOWS),
    ]);
    process.stdout.write([...failed.map((test) => `  ${test}`), summary, ""].join("\n"));
    process.exitCode = exitCode;
  } finally {
    await stop();
  }
}
