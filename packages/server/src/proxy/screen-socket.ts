import { setImmediate as nextTurn } from "node:timers/promises";
import { CLOSE_CODES } from "@terrarium/contract/proxy";
import type { ScreenEvent } from "@terrarium/contract/proxy-messages";
import { InputLog } from "@terrarium/device-control/action-log/input-log";
import type { DoneAction } from "@terrarium/device-control/action-log/service";
import type {
  DeviceSession,
  ScreenSubscription,
  ScreenViewer,
  SessionEnd,
} from "@terrarium/device-control/device/device-session";
import type { ControlMessage } from "@terrarium/scrcpy/control";
import { ControlMessageReader } from "@terrarium/scrcpy/control-reader";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import { HeldInput } from "@terrarium/scrcpy/held-input";
import type { ReceivedPacket } from "@terrarium/scrcpy/video";
import type { RawData, WebSocket } from "ws";
import { closeSocket, createIntake, type LiveConnection } from "../sockets/live-socket.ts";

/** Queue size at which a viewer counts as behind: about a second of a lively screen. */
export const BEHIND_BYTES = 1_048_576;
/** Queue size at which a viewer that fell behind restarts with the current frame. */
const CAUGHT_UP_BYTES = 65_536;
const IN_FLIGHT_MAX = { messages: 64, bytes: 262_144 };

interface ScreenAccess {
  /** Records input; undefined: input is ignored. */
  note: ((action: DoneAction) => void) | undefined;
  /** Whether the device's clipboard is sent too. It is more sensitive than the screen. */
  seesClipboard: boolean;
  end: (end: SessionEnd) => void;
}

/** Connects a socket to the device's screen: sends packets and forwards control messages. */
export async function openScreenSocket(
  socket: WebSocket,
  session: DeviceSession,
  { note, seesClipboard, end }: ScreenAccess,
): Promise<LiveConnection> {
  const viewer = new SocketViewer(socket, end, seesClipboard);
  const subscription = await session.watchScreen(viewer);
  viewer.follow(subscription);
  const input = note && new InputLog(note);
  const held = new HeldInput();
  forwardControls(socket, subscription, { input, held });
  return {
    close() {
      input?.close();
      // Release held keys and touches, because the screen is shared.
      for (const message of held.release()) void subscription.control(serializeControlMessage(message));
      subscription.close();
    },
  };
}

/** The part of a WebSocket that is needed to send with a limited queue. */
export interface PacketSink {
  readonly bufferedAmount: number;
  send(data: string | Uint8Array, sent?: () => void): void;
}

/** A viewer that skips packets while its socket is behind, and then restarts with the current frame. */
export class SocketViewer implements ScreenViewer {
  readonly #socket: PacketSink;
  readonly #end: (end: SessionEnd) => void;
  #subscription: ScreenSubscription | undefined;
  readonly #seesClipboard: boolean;
  #isBehind = false;

  constructor(socket: PacketSink, end: (end: SessionEnd) => void, seesClipboard = true) {
    this.#socket = socket;
    this.#end = end;
    this.#seesClipboard = seesClipboard;
  }

  follow(subscription: ScreenSubscription): void {
    this.#subscription = subscription;
  }

  event(event: ScreenEvent): void {
    if (event.type === "clipboard" && !this.#seesClipboard) return;
    // A restart sends the size again.
    if (!this.#fallsBehind()) this.#socket.send(JSON.stringify(event), () => this.#sent());
  }

  packet({ bytes }: ReceivedPacket): void {
    if (!this.#fallsBehind()) this.#socket.send(bytes, () => this.#sent());
  }

  end(end: SessionEnd): void {
    this.#end(end);
  }

  #fallsBehind(): boolean {
    this.#isBehind ||= this.#socket.bufferedAmount > BEHIND_BYTES;
    return this.#isBehind;
  }

  #sent(): void {
    if (!this.#isBehind || this.#socket.bufferedAmount > CAUGHT_UP_BYTES) return;
    this.#isBehind = false;
    this.#subscription?.restart();
  }
}

/** Forwards only valid messages. An invalid one would corrupt the control stream of all viewers. */
function forwardControls(
  socket: WebSocket,
  subscription: ScreenSubscription,
  { input, held }: { input: InputLog | undefined; held: HeldInput },
): void {
  const take = createIntake(socket, IN_FLIGHT_MAX);
  const pass = async (control: ReadControl | undefined): Promise<void> => {
    if (!control) return closeSocket(socket, CLOSE_CODES.badRequest, "A control message could not be read");
    const { message, bytes } = control;
    // A new frame for one viewer comes from the cache; the encoder is only reset if necessary.
    if (message.type === "resetVideo") subscription.restart();
    // Yields, so that floods of messages that are not sent to the device do not block other work.
    if (message.type === "resetVideo" || !input) return nextTurn();
    const taken = subscription.control(bytes);
    held.note(message);
    input.take(message);
    await taken;
  };
  socket.on("message", (data: RawData, isBinary: boolean) => {
    const bytes = data as Buffer;
    take(bytes.length, async () => {
      // Messages after an invalid one are ignored.
      if (socket.readyState === socket.OPEN) await pass(isBinary ? readControl(bytes) : undefined);
    });
  });
}

interface ReadControl {
  message: ControlMessage;
  /** The message in the form in which it is sent on. */
  bytes: Uint8Array;
}

/** Returns the only control message in the bytes, or undefined if they contain anything else. */
export function readControl(received: Uint8Array): ReadControl | undefined {
  try {
    const [message, ...others] = new ControlMessageReader().push(received);
    if (!message || others.length > 0 || message.type === "unknown") return undefined;
    const bytes = serializeControlMessage(message);
    return bytes.length === received.length ? { message, bytes } : undefined;
  } catch {
    return undefined;
  }
}
