import { createBox } from "../e2e/support/api.ts";
import { post, signIn, startServer } from "../e2e/support/server.ts";
import { runCommand } from "../packages/device-control/src/adb/commands.ts";
import { connectAdb } from "../packages/device-control/src/adb/connect-adb.ts";
import { startDevice } from "./support/device.ts";
import { type Figure, median, repeat, timeMs } from "./support/figure.ts";

/** Rounds of each variant, in turn, so that other load on the machine affects all of them alike. */
const TURNS = 10;
const TAPS_A_TURN = 20;
const LOOKS = 20;
const GOAL_MS = 10;
const GOAL_RATIO = 1.5;

/** Measures the latency for a program that drives a device over HTTP, compared with a local debug bridge. */
export async function benchmark(): Promise<Figure[]> {
  const server = await startServer();
  const device = await startDevice();
  const { address, adbPrivateKeyPem } = device;
  const bare = await connectAdb({ address, adbPrivateKeyPem });
  try {
    const token = await signIn(server.origin, "bench");
    const { id } = await createBox(server.origin, token);
    const act = (name: string, body: object) =>
      call(`${server.origin}/api/v1/boxes/${id}/actions/${name}`, body, token);
    await repeat(10, () => act("tap", { x: 20, y: 20 }));
    const tap = () => runCommand(bare.adb, "input tap 20 20");
    await repeat(10, tap);
    const [http = [], open = [], adb = []] = await sideBySide(
      () => act("tap", { x: 20, y: 20 }),
      tap,
      () => device.adb("shell", "input tap 20 20"),
    );
    const selected = { target: { selector: { description: "Settings" } } };
    const look = await repeat(LOOKS, () => timeMs(() => runCommand(bare.adb, "uiautomator dump /dev/tty")));
    const press = await repeat(LOOKS, async () => {
      await act("press-button", { buttons: ["home"] });
      await act("elements/detect", {});
      return timeMs(() => act("tap", selected));
    });
    const detect = await repeat(LOOKS, () => timeMs(() => act("elements/detect", {})));
    const times = (others: number[]) => (median(http) / median(others)).toFixed(2);
    return [
      { what: "actions: tap over HTTP", unit: "ms", values: http, beside: `goal p50 ${GOAL_MS} ms` },
      {
        what: "actions: the same by `adb shell input tap`",
        unit: "ms",
        values: adb,
        beside: `HTTP takes ${times(adb)} times as long; goal ${GOAL_RATIO}`,
      },
      {
        what: "actions: the same over a debug bridge that is held open",
        unit: "ms",
        values: open,
        beside: `HTTP takes ${times(open)} times as long`,
      },
      { what: "actions: uiautomator dump over a bare debug bridge", unit: "ms", values: look, beside: "—" },
      { what: "actions: tap what a selector means", unit: "ms", values: press, beside: "a dump and a tap" },
      { what: "actions: elements/detect, with two pictures", unit: "ms", values: detect, beside: "—" },
    ];
  } finally {
    bare.close();
    await device.stop();
    await server.stop();
  }
}

/** Measures each variant in turn, a few calls at a time, like a script. */
async function sideBySide(...all: readonly (() => Promise<unknown>)[]): Promise<number[][]> {
  const times: number[][] = all.map(() => []);
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [index, work] of all.entries()) times[index]?.push(...(await repeat(TAPS_A_TURN, () => timeMs(work))));
  return times;
}

async function call(url: string, body: object, token: string): Promise<void> {
  const { origin, pathname } = new URL(url);
  const answer = await post(origin, pathname, body, token);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${pathname} answered ${answer.status}: ${text}`);
}
