import { createBox } from "../e2e/support/api.ts";
import { post, signIn, startServer } from "../e2e/support/server.ts";
import { connectAdb } from "../packages/server/src/devices/adb-connection.ts";
import { runCommand } from "../packages/server/src/devices/commands.ts";
import { startDevice } from "./support/device.ts";
import { type Figure, median, repeat, timeMs } from "./support/figure.ts";

const TAPS = 200;
const LOOKS = 20;
const GOAL_MS = 10;
const GOAL_RATIO = 1.5;

/** What a program waits for that drives a device over HTTP, beside the same over a debug bridge of its own. */
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
    const [http, adb] = await sideBySide(() => act("tap", { x: 20, y: 20 }), tap);
    const selected = { target: { selector: { description: "Settings" } } };
    const look = await repeat(LOOKS, () => timeMs(() => runCommand(bare.adb, "uiautomator dump /dev/tty")));
    const press = await repeat(LOOKS, async () => {
      await act("press-button", { buttons: ["home"] });
      await act("elements/detect", {});
      return timeMs(() => act("tap", selected));
    });
    const detect = await repeat(LOOKS, () => timeMs(() => act("elements/detect", {})));
    const ratio = median(http) / median(adb);
    return [
      { what: "actions: tap over HTTP", unit: "ms", values: http, beside: `goal p50 ${GOAL_MS} ms` },
      {
        what: "actions: the same over a bare debug bridge (`input tap`)",
        unit: "ms",
        values: adb,
        beside: `HTTP takes ${ratio.toFixed(2)} times as long; goal ${GOAL_RATIO}`,
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

/** One after the other, so that what else the machine does weighs on both alike. */
async function sideBySide(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<[first: number[], second: number[]]> {
  const times = await repeat(TAPS, async () => [await timeMs(first), await timeMs(second)]);
  return [times.map(([each = 0]) => each), times.map(([, each = 0]) => each)];
}

async function call(url: string, body: object, token: string): Promise<void> {
  const { origin, pathname } = new URL(url);
  const answer = await post(origin, pathname, body, token);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${pathname} answered ${answer.status}: ${text}`);
}
