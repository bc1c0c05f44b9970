import { setPriority } from "node:os";
// A separate program: `node hostile-tenant.ts ORIGIN TOKEN` attacks the server until it is ended.
import { setTimeout as sleep } from "node:timers/promises";
import { ATTACKS, type AttackScope } from "./attacks.ts";
import { type Call, caller, HOSTILE_ADDRESS } from "./calls.ts";

/** Low priority, so that the attacker's CPU use is not mistaken for the server's effect on others. */
const PRIORITY = 10;
const AT_ONCE = 4;
const PAUSE_MS = 200;
const ATTACK_LIMIT_MS = 30_000;

async function main([origin = "", token = ""]: readonly string[]): Promise<void> {
  setPriority(PRIORITY);
  // Attacks that the server cuts off fail in many ways, all of them expected.
  process.on("unhandledRejection", () => undefined);
  const call = caller(origin, token, HOSTILE_ADDRESS);
  const counts: Record<string, number> = {};
  const over = new AbortController();
  process.on("SIGTERM", () => over.abort());
  const attackInTurn = async (first: number) => {
    for (let turn = first; !over.signal.aborted; turn += 1) {
      const [name, attack] = ATTACKS[turn % ATTACKS.length] ?? [];
      if (name === undefined || attack === undefined) return;
      const limit = AbortSignal.timeout(ATTACK_LIMIT_MS);
      const scope: AttackScope = { origin, token, call, signal: limit, box: () => someBox(call) };
      await Promise.race([attack(scope).catch(() => undefined), sleep(ATTACK_LIMIT_MS)]);
      counts[name] = (counts[name] ?? 0) + 1;
      await sleep(PAUSE_MS);
    }
  };
  const step = Math.ceil(ATTACKS.length / AT_ONCE);
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => attackInTurn(index * step)));
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  process.exit(0);
}

/** Returns a running sandbox, created if there is none; undefined if none is available. */
async function someBox(call: Call): Promise<string | undefined> {
  const { body } = await call("GET", "/api/v1/boxes?page=1&pageSize=20");
  const boxes = (body as { data?: { id: string; status: string }[] } | undefined)?.data ?? [];
  const running = boxes.filter(({ status }) => status === "running");
  const chosen = running[Math.floor(Math.random() * running.length)];
  if (chosen && running.length > 1) return chosen.id;
  const made = await call("POST", "/api/v1/boxes", { type: "android", config: { expiresIn: "2m" } });
  return (made.body as { id?: string } | undefined)?.id ?? chosen?.id;
}

await main(process.argv.slice(2));
