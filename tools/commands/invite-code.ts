import { makeInviteCode } from "../../packages/server/src/make-invite-code.ts";
import { say } from "../shell.ts";

/** Creates an invite code for the alpha host: npm run invite-code -- --uses 5 --expires 30d. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    process.stdout.write(`${await makeInviteCode(args, process.env)}\n`);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
