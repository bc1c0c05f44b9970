import type { ScreenEvent } from "@terrarium/contract/proxy-messages";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import type { ReceivedPacket } from "@terrarium/scrcpy/video";
import type { DeviceSession, ScreenSubscription } from "../devices/device-session.ts";
import { type FilmPicture, type FilmShape, isFilmCodec } from "./film.ts";

/** A film is written, and the past let go, from one key frame to the next; devices may send none by themselves. */
const KEY_FRAME_EVERY_MS = 10_000;
const RESET_VIDEO = serializeControlMessage({ type: "resetVideo" });

/** Takes what a screen shows, from a key frame on. Calls must not throw. */
export interface PictureTaker {
  configure(config: Uint8Array): void;
  add(picture: FilmPicture): void;
  /** The screen is over, since its device is. */
  end(): void;
}

/** What cannot be recorded: a screen that is shown as whole pictures, or in a codec that is not written here. */
export class NoFilmError extends Error {
  override readonly name = "NoFilmError";
}

/**
 * Watches a screen as a viewer does, for a recording; nobody else need watch. Resolves when its shape is known and
 * pictures come. Throws NoFilmError.
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
    if (taker === undefined && isFilmCodec(event.codec))
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
