import type { ScreenEvent } from "@terrarium/contract/proxy-messages";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import { KeyFrameGate } from "@terrarium/scrcpy/key-frame-gate";
import type { ReceivedPacket } from "@terrarium/scrcpy/video";
import type { ScreenSubscription, ScreenViewer, SessionEnd } from "./device-session.ts";
import { PictureCache } from "./picture-cache.ts";
import type { Mirror, StartMirror } from "./screen-mirror.ts";

/** How long the stream goes on without viewers, so that a reloaded page finds it running. */
const IDLE_STOP_MS = 5_000;
/** A reset restarts the encoder for everybody, so that a crowd of newcomers shares one. */
const RESET_INTERVAL_MS = 1_000;
/** The same for one viewer that starts over with the picture that is at hand. */
const RESTART_INTERVAL_MS = 250;

const RESET_VIDEO = serializeControlMessage({ type: "resetVideo" });

interface Watching {
  readonly gate: KeyFrameGate;
  /** When it may start over again, and the start that waits for it. */
  restartAgainAt: number;
  restart?: NodeJS.Timeout;
}

/** One mirror of one device, running while somebody watches, shared by all who do. */
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
    // Only now, so that what came meanwhile is in the cache and reaches everybody once and in order.
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

  /** Tells everybody who watches why it is over. The mirror, which may be starting yet, is closed when that lets it be. */
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

  /** Starts one viewer over, now and then: a whole picture goes out for a few bytes that came in. */
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

  /** What a newcomer gets first: the size and the present picture, from the cache or anew from the device. */
  #greet(viewer: ScreenViewer, stream: Stream): void {
    const gate = this.#viewers.get(viewer)?.gate;
    if (!gate) return;
    gate.close();
    if (stream.size) viewer.event(stream.size);
    const send = (packet: ReceivedPacket) => {
      if (gate.admits(packet)) viewer.packet(packet);
    };
    if (stream.cache.replay(send)) return;
    // Without a configuration the stream has only begun, and its first key frame is on the way.
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

/** A mirror with what is remembered of it. */
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

  /** Never rejects: that the mirror is over is told by its `end`. */
  async control(message: Uint8Array): Promise<void> {
    try {
      const mirror = await this.started;
      await mirror.control(message);
    } catch {
      // Told by the mirror's end.
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

  /** Never rejects, and does not resolve if the connection breaks while it starts: Tango leaves that open. */
  async close(): Promise<void> {
    clearTimeout(this.#reset);
    const mirror = await this.started.catch(() => undefined);
    await mirror?.close().catch(() => undefined);
  }
}
