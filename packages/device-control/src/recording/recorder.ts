import type { ScreenEvent } from "@terrarium/contract/proxy-messages";
import { isRecorded } from "@terrarium/contract/recorded-codec";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import type { ReceivedPacket } from "@terrarium/scrcpy/video";
import type { DeviceSession, ScreenSubscription } from "../device/device-session.ts";
import type { FilmPicture, FilmShape } from "./film.ts";

/**
 * Interval of requested key frames, because devices may send none by themselves. Films are written, and rewinds
 * trimmed, from one key frame to the next.
 */
const KEY_FRAME_EVERY_MS = 10_000;
const RESET_VIDEO = serializeControlMessage({ type: "resetVideo" });

/** Receiver of a screen's frames, from a key frame on. Calls must not throw. */
export interface PictureTaker {
  configure(config: Uint8Array): void;
  add(picture: FilmPicture): void;
  /** The screen has ended with its device. */
  end(): void;
}

/** Error for screens that cannot be recorded: sent as whole images, or in an unsupported codec. */
export class NoFilmError extends Error {
  override readonly name = "NoFilmError";
}

/**
 * Watches a screen for a recording, also without viewers. Resolves when its format is known and frames arrive. Throws
 * NoFilmError.
 */
export async function watchForFilm(
  session: Pick<DeviceSession, "watchScreen">,
  make: (shape: FilmShape) => PictureTaker,
  clock: () => number,
): Promise<Pick<ScreenSubscription, "close">> {
  let sinceKeyFrame = 0;
  let taker: PictureTaker | undefined;
  let codec = "";
  const begin = (event: Extract<ScreenEvent, { type: "screen" }>) => {
    codec = event.codec;
    if (taker === undefined && isRecorded(event.codec))
      taker = make({ codec: event.codec, widthPx: event.width, heightPx: event.height });
  };
  let asking: NodeJS.Timeout | undefined;
  const subscription = await session.watchScreen({
    event: (event) => {
      if (event.type === "screen") begin(event);
    },
    packet: ({ kind, data }: ReceivedPacket) => {
      if (kind === "config") return taker?.configure(data);
      sinceKeyFrame = kind === "key" ? 0 : sinceKeyFrame + 1;
      taker?.add({ kind, data, atMs: clock() });
    },
    end: () => {
      clearInterval(asking);
      taker?.end();
    },
  });
  asking = setInterval(() => {
    if (sinceKeyFrame > 0) void subscription.control(RESET_VIDEO);
  }, KEY_FRAME_EVERY_MS);
  const close = () => {
    clearInterval(asking);
    subscription.close();
  };
  if (taker !== undefined) return { close };
  close();
  throw new NoFilmError(codec === "" ? "the screen told no size" : `the screen is shown as ${codec}`);
}
