import { randomInt } from "node:crypto";
import type { ScreenEvent, VideoCodec } from "@terrarium/contract/proxy-messages";
import { withDeadline } from "@terrarium/platform/base/deadline";
import { DeviceMessageReader } from "@terrarium/scrcpy/device-message";
import { SERVER_VERSION } from "@terrarium/scrcpy/server-arguments";
import { type ReceivedPacket, VideoStreamReader } from "@terrarium/scrcpy/video";
import type { Adb } from "@yume-chan/adb";
import { AdbScrcpyClient, AdbScrcpyExitedError, AdbScrcpyOptions3_3_3 } from "@yume-chan/adb-scrcpy";
import { DefaultServerPath, type ScrcpyMediaStreamPacket, ScrcpyVideoCodecId } from "@yume-chan/scrcpy";
import { TransformStream, WritableStream } from "@yume-chan/stream-extra";
import type { AdbConnection } from "../adb/adb-connection.ts";
import { ANSWER_TIMEOUT_MS } from "../adb/answer-timeout.ts";
import { BatchWriter } from "../adb/batch-writer.ts";
import { checkedStream } from "../adb/checked-stream.ts";
import type { DeviceShare } from "../adb/device-turns.ts";
import { ServerOutput } from "../adb/server-output.ts";

/** A device's screen as a stream of packets, which continues until closed. */
export interface Mirror {
  /** Sends one scrcpy control message. Resolves when the device has accepted it, rejects after the mirror's end. */
  control(message: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export interface MirrorEvents {
  /** Called with the size at the start and after each rotation, and with clipboard texts of the device. */
  event(event: ScreenEvent): void;
  packet(packet: ReceivedPacket): void;
  /** Called when the mirror ended by itself; at most once, and not after `close`. */
  end(detail: string): void;
}

export type StartMirror = (events: MirrorEvents) => Promise<Mirror>;

/** Bytes that contain at most some 50 messages of a control socket. */
const CONTROL_BYTES = 256;
/**
 * Charge per packet, which is sent to every viewer and cached. A device sends some thousand frames per second at most.
 */
const ITEMS_A_PACKET = 3;

/** A packet parsed by Tango, for the screen's size, and in its received form. */
type TangoPacket = ScrcpyMediaStreamPacket & { received: ReceivedPacket };

/**
 * Keeps packets whole and limits messages. Tango would separate packets from their headers, which viewers need. It
 * would also allocate as much memory for a clipboard as a device claims, so messages are checked first against scrcpy's
 * limits. Each message is charged to the device's share.
 */
class WholePackets extends AdbScrcpyOptions3_3_3<true> {
  readonly #share: DeviceShare;

  constructor(share: DeviceShare, ...options: ConstructorParameters<typeof AdbScrcpyOptions3_3_3<true>>) {
    super(...options);
    this.#share = share;
  }

  override createConnection(adb: Adb) {
    const connection = super.createConnection(adb);
    const open = connection.getStreams.bind(connection);
    connection.getStreams = async () => {
      const { control, ...streams } = await open();
      if (!control) return streams;
      const messages = new DeviceMessageReader();
      // The reader of the stream ends the mirror on its error.
      const readable = checkedStream(control.readable, {
        check(piece) {
          const bytes = Math.min(piece.length, CONTROL_BYTES);
          return { bytes, items: messages.push(piece.subarray(0, bytes)).length };
        },
        share: this.#share,
      });
      return { ...streams, control: { readable, writable: control.writable } };
    };
    return connection;
  }

  override createMediaStreamTransformer() {
    const reader = new VideoStreamReader({ deviceMeta: false, codecMeta: false });
    const share = this.#share;
    return new TransformStream<Uint8Array, TangoPacket>({
      async transform(chunk, controller) {
        for (const event of reader.read(chunk)) {
          if (event.type !== "packet") continue;
          const turn = share.take(ITEMS_A_PACKET, event.bytes.length);
          if (turn) await turn;
          controller.enqueue(toTango(event));
        }
      },
    });
  }
}

const toTango = (received: ReceivedPacket): TangoPacket =>
  received.kind === "config"
    ? { type: "configuration", data: received.data, received }
    : { type: "data", data: received.data, received };

/** The server on the device, and the requested video. */
export interface ScrcpyStart {
  /** Path of the jar on the device. */
  path: string;
  version: string;
  codec: VideoCodec;
  /** Limits of the video. Default: the device's own size and rate. */
  limits?: { maxSizePx: number; bitsPerSecond: number; keyFrameIntervalS: number };
}

/** The built-in server of a virtual device, which ignores the path. */
export const BUILT_IN_SERVER: ScrcpyStart = { path: DefaultServerPath, version: SERVER_VERSION, codec: "h264" };

/** A failing encoder may report nothing, so the first frame has a timeout. */
const FIRST_PICTURE_MS = 10_000;

const CODEC_IDS: Readonly<Record<VideoCodec, ScrcpyVideoCodecId>> = {
  h264: ScrcpyVideoCodecId.H264,
  h265: ScrcpyVideoCodecId.H265,
  av1: ScrcpyVideoCodecId.AV1,
};

/**
 * Starts scrcpy's server on the device with video and control. Resolves after the first frame. Rejects with an Error
 * with the device's message, and then does not call `end`. `longestMs` is the timeout of the screen's description and
 * of the first frame.
 */
export async function startScrcpy(
  { adb, share }: Pick<AdbConnection, "adb" | "share">,
  events: MirrorEvents,
  start: ScrcpyStart,
  longestMs = FIRST_PICTURE_MS,
): Promise<Mirror> {
  const output = new ServerOutput(adb);
  const client = await startServer({ adb, share }, output, start);
  let over = false;
  const picture = Promise.withResolvers<void>();
  picture.promise.catch(() => undefined);
  let hasPicture = false;
  const end = (detail: string) => {
    if (over) return;
    over = true;
    // The server may still run, if its output was invalid.
    client.close().catch(() => undefined);
    if (hasPicture) events.end(detail);
    else picture.reject(new Error(detail));
  };
  const fail = (error: unknown) => end(error instanceof Error ? error.message : String(error));
  const pass = (packet: ReceivedPacket) => {
    if (over) return;
    events.packet(packet);
    if (packet.kind !== "key" || hasPicture) return;
    hasPicture = true;
    picture.resolve();
  };
  try {
    const video = await withDeadline(longestMs, "the screen's description", async () => client.videoStream);
    const { controller } = client;
    if (video?.metadata.codec !== CODEC_IDS[start.codec]) throw new Error(`the device does not send ${start.codec}`);
    if (!controller) throw new Error("the device opened no control socket");
    const { codec } = start;
    video.sizeChanged(({ width, height }) => over || events.event({ type: "screen", codec, width, height }));
    void drain(client.clipboard, (text) => events.event({ type: "clipboard", text })).catch(fail);
    void drain(video.stream, (packet) => pass((packet as TangoPacket).received)).then(
      () => end(["the device stopped sending its screen", output.said].filter(Boolean).join(": ")),
      fail,
    );
    await withDeadline(longestMs, "the first picture", () => picture.promise);
    const controls = new BatchWriter((bytes) => controller.write(bytes));
    return {
      control: (message) => controls.send(message),
      async close() {
        over = true;
        await client.close();
      },
    };
  } catch (error) {
    over = true;
    await client.close();
    throw error;
  }
}

function startServer(
  { adb, share }: Pick<AdbConnection, "adb" | "share">,
  output: ServerOutput,
  { path, version, codec, limits }: ScrcpyStart,
) {
  const options = new WholePackets(
    share,
    {
      scid: randomInt(1, 0x7fff_ffff).toString(16),
      audio: false,
      control: true,
      tunnelForward: true,
      videoCodec: codec,
      // The jar is kept for the next start. No device settings are changed that would need a cleanup.
      cleanup: false,
      // The server must not turn the screen off when viewers leave.
      powerOffOnClose: false,
      ...(limits && {
        maxSize: limits.maxSizePx,
        videoBitRate: limits.bitsPerSecond,
        videoCodecOptions: `i-frame-interval:int=${limits.keyFrameIntervalS}`,
      }),
    },
    { version, spawner: output.spawner },
  );
  return withDeadline(ANSWER_TIMEOUT_MS, "starting the screen", async (signal) => {
    const started = await AdbScrcpyClient.start(adb, path, options);
    if (signal.aborted) await started.close();
    return started;
  }).catch(async (error: unknown) => {
    throw await explain(error, output);
  });
}

async function drain<T>(
  stream: { pipeTo(destination: WritableStream<T>): Promise<void> } | undefined,
  each: (value: T) => void,
): Promise<void> {
  await stream?.pipeTo(new WritableStream<T>({ write: each }));
}

async function explain(error: unknown, output: ServerOutput): Promise<Error> {
  if (error instanceof AdbScrcpyExitedError) {
    const said = await output.all();
    return new Error(`scrcpy's server ended at once${said === "" ? "" : `: ${said}`}`, { cause: error });
  }
  return error instanceof Error ? error : new Error(String(error));
}
