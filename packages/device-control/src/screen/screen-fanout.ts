import type { ScreenEvent } from "@terrarium/contract/proxy-messages";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import { KeyFrameGate } from "@terrarium/scrcpy/key-frame-gate";
import type { ReceivedPacket } from "@terrarium/scrcpy/video";
import type { ScreenSubscription, ScreenViewer, SessionEnd } from "../device/device-session.ts";
import { PictureCache } from "./picture-cache.ts";
import type { Mirror, StartMirror } from "./screen-mirror.ts";

/** Time that the stream continues without viewers, for page reloads. */
const IDLE_STOP_MS = 5_000;
/** Least time between resets. A reset restarts the encoder for all viewers, so new viewers share one. */
const RESET_INTERVAL_MS = 1_000;
/** Least time between restarts of one viewer from the cache. */
const RESTART_INTERVAL_MS = 250;

const RESET_VIDEO = serializeControlMessage({ type: "resetVideo" });

interface Watching {
  readonly gate: KeyFrameGate;
  /** Time of the next allowed restart, and the delayed restart. */
  restartAgainAt: number;
  restart?: NodeJS.Timeout;
}

/** One mirror of one device, shared by all viewers and running while there are any. */
export class ScreenFanout {
  readonly #startMirror: StartMirror;
  readonly #viewers = new Map<ScreenViewer, Watching>();
  #stream: Stream | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(startMirror: StartMirror) {
    this.#startMirror = startMirror;
  }

  /** Adds a viewer; the first one starts the mirror. Rejects if it does not start. */
  async watch(viewer: ScreenViewer): Promise<ScreenSubscription> {
    clearTimeout(this.#idle);
    const stream = (this.#stream ??= this.#open());
    await stream.started;
    if (this.#stream !== stream) throw new Error("the screen stream ended while it was starting");
    // Added only now: earlier packets are in the cache, so that all viewers receive each packet once and in order.
    const watching: Watching = { gate: new KeyFrameGate(), restartAgainAt: 0 };
    this.#viewers.set(viewer, watching);
    this.#greet(viewer, stream);
    return {
      control: (message) => stream.control(message),
      restart: () => this.#restart(viewer, watching, stream),
      close: () => {
        clearTimeout(watching.restart);
        this.#viewers.delete(viewer);
        if (this.#viewers.size === 0 && this.#stream === stream) this.#stopWhenIdle(stream);
      },
    };
  }

  /** Ends all viewers with the reason. Closes the mirror, after its start if it is still starting. */
  end(end: SessionEnd): void {
    clearTimeout(this.#idle);
    const stream = this.#stream;
    this.#stream = undefined;
    this.#endViewers(end);
    void stream?.close();
  }

  #open(): Stream {
    const stream: Stream = new Stream(this.#startMirror, {
      event: (event) => {
        for (const viewer of this.#viewers.keys()) viewer.event(event);
      },
      packet: (packet) => {
        for (const [viewer, { gate }] of this.#viewers) if (gate.admits(packet)) viewer.packet(packet);
      },
      end: (detail) => {
        if (this.#stream !== stream) return;
        this.#stream = undefined;
        this.#endViewers({ cause: "device-failed", detail });
      },
    });
    stream.started.catch(() => {
      if (this.#stream === stream) this.#stream = undefined;
    });
    return stream;
  }

  /** Restarts one viewer at a limited rate, because a small request causes a whole frame to be sent. */
  #restart(viewer: ScreenViewer, watching: Watching, stream: Stream): void {
    if (watching.restart) return;
    const waitMs = watching.restartAgainAt - Date.now();
    if (waitMs <= 0) {
      watching.restartAgainAt = Date.now() + RESTART_INTERVAL_MS;
      return this.#greet(viewer, stream);
    }
    watching.restart = setTimeout(() => {
      delete watching.restart;
      this.#restart(viewer, watching, stream);
    }, waitMs);
  }

  /** Sends the size and current frame to a new viewer, from the cache or from the device. */
  #greet(viewer: ScreenViewer, stream: Stream): void {
    const gate = this.#viewers.get(viewer)?.gate;
    if (!gate) return;
    gate.close();
    if (stream.size) viewer.event(stream.size);
    const send = (packet: ReceivedPacket) => {
      if (gate.admits(packet)) viewer.packet(packet);
    };
    if (stream.cache.replay(send)) return;
    // Without a configuration the stream has just started, and its first key frame will follow.
    if (stream.cache.configuration) {
      send(stream.cache.configuration);
      stream.resetVideo();
    }
  }

  #stopWhenIdle(stream: Stream): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#viewers.size > 0 || this.#stream !== stream) return;
      this.#stream = undefined;
      void stream.close();
    }, IDLE_STOP_MS);
  }

  #endViewers(end: SessionEnd): void {
    const viewers = [...this.#viewers.keys()];
    this.#viewers.clear();
    for (const viewer of viewers) viewer.end(end);
  }
}

/** A mirror with its cache. */
class Stream {
  readonly cache = new PictureCache();
  readonly started: Promise<Mirror>;
  size: ScreenEvent | undefined;
  #resetAgainAt = 0;
  #reset: NodeJS.Timeout | undefined;

  constructor(startMirror: StartMirror, events: Parameters<StartMirror>[0]) {
    this.started = startMirror({
      event: (event) => {
        if (event.type === "screen") this.size = event;
        events.event(event);
      },
      packet: (packet) => {
        this.cache.add(packet);
        events.packet(packet);
      },
      end: (detail) => {
        clearTimeout(this.#reset);
        events.end(detail);
      },
    });
  }

  /** Never rejects; the mirror's `end` reports its end. */
  async control(message: Uint8Array): Promise<void> {
    try {
      const mirror = await this.started;
      await mirror.control(message);
    } catch {
      // Reported by the mirror's end.
    }
  }

  resetVideo(): void {
    if (this.#reset) return;
    const waitMs = Math.max(0, this.#resetAgainAt - Date.now());
    this.#reset = setTimeout(() => {
      this.#reset = undefined;
      this.#resetAgainAt = Date.now() + RESET_INTERVAL_MS;
      void this.control(RESET_VIDEO);
    }, waitMs);
  }

  /**
   * Never rejects. Does not resolve if the connection breaks during the start, because Tango never settles that
   * promise.
   */
  async close(): Promise<void> {
    clearTimeout(this.#reset);
    const mirror = await this.started.catch(() => undefined);
    await mirror?.close().catch(() => undefined);
  }
}
