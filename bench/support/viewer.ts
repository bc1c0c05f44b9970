import { AdbScrcpyClient, AdbScrcpyOptions3_3_3 } from "@yume-chan/adb-scrcpy";
import {
  AndroidKeyCode,
  AndroidKeyEventAction,
  AndroidMotionEventAction,
  AndroidMotionEventButton,
  DefaultServerPath,
  type ScrcpyMediaStreamPacket,
} from "@yume-chan/scrcpy";
import { WritableStream } from "@yume-chan/stream-extra";
import { connectAdb } from "../../packages/device-control/src/adb/connect-adb.ts";
import { SERVER_VERSION } from "../../packages/scrcpy/src/server-arguments.ts";

/** Tango's scrcpy client on a device's screen. */
export interface Viewer {
  /** Number of packets with a change so far. */
  readonly packets: number;
  /** Time of the last one, from performance.now(). */
  readonly lastPacketMs: number;
  /** Resolves with the next one. */
  nextPacket(): Promise<void>;
  /** Runs a command line on the device. Returns its output. */
  shell(command: string): Promise<string>;
  /** Presses and releases a key. */
  press(key: keyof typeof AndroidKeyCode): Promise<void>;
  touch(action: "Down" | "Move" | "Up" | "Cancel", x: number, y: number): Promise<void>;
  close(): Promise<void>;
}

const FINGER = 1n;

/** Watches the device like any Tango client: unmodified, over ADB, with video and control. */
export async function watchDevice(device: Parameters<typeof connectAdb>[0]): Promise<Viewer> {
  const connection = await connectAdb(device);
  const options = new AdbScrcpyOptions3_3_3({ audio: false, tunnelForward: true }, { version: SERVER_VERSION });
  const client = await AdbScrcpyClient.start(connection.adb, DefaultServerPath, options);
  const video = await client.videoStream;
  const { controller } = client;
  if (!video || !controller) throw new Error("the device opened no video or control socket");
  let packets = 0;
  let lastPacketMs = performance.now();
  let waiting: (() => void) | undefined;
  const take = (packet: ScrcpyMediaStreamPacket) => {
    if (packet.type === "configuration") return;
    packets += 1;
    lastPacketMs = performance.now();
    waiting?.();
    waiting = undefined;
  };
  const over = video.stream.pipeTo(new WritableStream({ write: take })).catch(() => undefined);
  void client.output.pipeTo(new WritableStream({ write: () => undefined })).catch(() => undefined);
  return {
    get packets() {
      return packets;
    },
    get lastPacketMs() {
      return lastPacketMs;
    },
    nextPacket: () => new Promise((resolve) => (waiting = resolve)),
    async press(key) {
      for (const action of [AndroidKeyEventAction.Down, AndroidKeyEventAction.Up])
        await controller.injectKeyCode({ action, keyCode: AndroidKeyCode[key], repeat: 0, metaState: 0 });
    },
    touch: (action, x, y) =>
      controller.injectTouch({
        action: AndroidMotionEventAction[action],
        pointerId: FINGER,
        pointerX: x,
        pointerY: y,
        videoWidth: video.width,
        videoHeight: video.height,
        pressure: action === "Down" || action === "Move" ? 1 : 0,
        actionButton: AndroidMotionEventButton.Primary,
        buttons: action === "Up" ? AndroidMotionEventButton.None : AndroidMotionEventButton.Primary,
      }),
    async shell(command) {
      const { shellProtocol } = connection.adb.subprocess;
      if (!shellProtocol) throw new Error("the device has no shell v2");
      const { exitCode, stdout, stderr } = await shellProtocol.spawnWaitText(command);
      if (exitCode !== 0) throw new Error(`${command}: ${stderr}`);
      return stdout;
    },
    async close() {
      await client.close();
      connection.close();
      await over;
    },
  };
}
