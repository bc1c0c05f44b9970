import { randomInt } from "node:crypto";
import type { ScreenEvent } from "@terrarium/contract/proxy";
import { serverVersion } from "@terrarium/scrcpy/server-arguments";
import { type ReceivedPacket, VideoStreamReader } from "@terrarium/scrcpy/video";
import type { Adb } from "@yume-chan/adb";
import { AdbScrcpyClient, AdbScrcpyExitedError, AdbScrcpyOptions3_3_3 } from "@yume-chan/adb-scrcpy";
import { DefaultServerPath, type ScrcpyMediaStreamPacket, ScrcpyVideoCodecId } from "@yume-chan/scrcpy";
import { TransformStream, WritableStream } from "@yume-chan/stream-extra";
import { BatchWriter } from "./batch-writer.ts";
import { ANSWER_TIMEOUT_MS, withDeadline } from "./deadline.ts";

/** A device's screen as a stream of packets, going on until closed. */
export interface Mirror {
  /** Sends one scrcpy control message. Resolves when the device has taken it, rejects when the mirror is over. */
  control(message: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export interface MirrorEvents {
  /** Size at the start and after each rotation; clipboard texts of the device. */
  event(event: ScreenEvent): void;
  packet(packet: ReceivedPacket): void;
  /** The mirror ended by itself. Called at most once, and not after `close`. */
  end(detail: string): void;
}

export type StartMirror = (events: MirrorEvents) => Promise<Mirror>;

/** A packet as Tango looks at it, for the screen's size, and as it was received. */
type TangoPacket = ScrcpyMediaStreamPacket & { received: ReceivedPacket };

/** Tango would take the packets out of their headers, which viewers need: they are read as they are sent on. */
class WholePackets extends AdbScrcpyOptions3_3_3<true> {
  override createMediaStreamTransformer() {
    const reader = new VideoStreamReader({ deviceMeta: false, codecMeta: false });
    return new TransformStream<Uint8Array, TangoPacket>({
      transform(chunk, controller) {
        for (const event of reader.push(chunk)) if (event.type === "packet") controller.enqueue(toTango(event));
      },
    });
  }
}

const toTango = (received: ReceivedPacket): TangoPacket =>
  received.kind === "config"
    ? { type: "configuration", data: received.data, received }
    : { type: "data", data: received.data, received };

/**
 * Starts scrcpy's server on the device, video and control only. The jar is expected where scrcpy pushes it; a virtual
 * device has its server built in. Rejects with an Error whose message says what the device said.
 */
export async function startScrcpy(adb: Adb, events: MirrorEvents): Promise<Mirror> {
  const options = new WholePackets(
    {
      scid: randomInt(1, 0x7fff_ffff).toString(16),
      audio: false,
      control: true,
      tunnelForward: true,
      // Viewers come and go; the device's screen is not ours to switch off.
      powerOffOnClose: false,
    },
    { version: serverVersion },
  );
  const client = await withDeadline(ANSWER_TIMEOUT_MS, "starting the screen", async (signal) => {
    const started = await AdbScrcpyClient.start(adb, DefaultServerPath, options);
    if (signal.aborted) await started.close();
    return started;
  }).catch((error: unknown) => {
    throw explain(error);
  });
  let over = false;
  const end = (detail: string) => {
    if (over) return;
    over = true;
    events.end(detail);
  };
  try {
    const video = await client.videoStream;
    const { controller } = client;
    if (video?.metadata.codec !== ScrcpyVideoCodecId.H264) throw new Error("the device does not send H.264");
    if (!controller) throw new Error("the device opened no control socket");
    video.sizeChanged(({ width, height }) => events.event({ type: "screen", codec: "h264", width, height }));
    void drain(client.output, () => undefined).catch(() => undefined);
    void drain(client.clipboard, (text) => events.event({ type: "clipboard", text })).catch(() => undefined);
    void drain(video.stream, (packet) => events.packet((packet as TangoPacket).received)).then(
      () => end("the device stopped sending its screen"),
      (error: unknown) => end(error instanceof Error ? error.message : String(error)),
    );
    const controls = new BatchWriter((bytes) => controller.write(bytes));
    return {
      control: (message) => controls.send(message),
      async close() {
        over = true;
        await client.close();
      },
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}

async function drain<T>(
  stream: { pipeTo(destination: WritableStream<T>): Promise<void> } | undefined,
  each: (value: T) => void,
): Promise<void> {
  await stream?.pipeTo(new WritableStream<T>({ write: each }));
}

function explain(error: unknown): Error {
  if (error instanceof AdbScrcpyExitedError) {
    const said = error.output.join(" ").trim().slice(0, 300);
    return new Error(`scrcpy's server ended at once${said === "" ? "" : `: ${said}`}`, { cause: error });
  }
  return error instanceof Error ? error : new Error(String(error));
}
