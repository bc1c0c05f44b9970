import { createInterface } from "node:readline";
import { z } from "zod";
import { openRounds } from "./dev-tools-rounds.ts";

/**
 * Runs next to a browser, in its network. Executes each round named on a line of standard input, and prints its
 * duration.
 */
const [port] = process.argv.slice(2);
const answer = await fetch(`http://127.0.0.1:${port}/json/version`);
const { webSocketDebuggerUrl } = z.object({ webSocketDebuggerUrl: z.string() }).parse(await answer.json());
const rounds = await openRounds(webSocketDebuggerUrl);
for await (const line of createInterface({ input: process.stdin })) {
  const round = z.enum(["connect", "trip", "long"]).parse(line);
  process.stdout.write(`${await rounds[round]()}\n`);
}
await rounds.close();
