import { connect } from "node:net";
import { Adb, AdbDaemonTransport, AdbPacket, AdbPacketSerializeStream, type AdbCredentialStore } from "@yume-chan/adb";
import { MaybeConsumable, ReadableStream, StructDeserializeStream, pipeFrom } from "@yume-chan/stream-extra";

/** Connects Tango's unmodified client over a Node socket. */
export async function connectTango(
  port: number,
  credentialStore: AdbCredentialStore,
  initialDelayedAckBytes?: number,
): Promise<Adb> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  // Tests end by closing with data in flight.
  socket.on("error", () => undefined);
  let open = true;
  const bytes = new ReadableStream<Uint8Array>({
    start(controller) {
      socket.on("data", (chunk: Buffer) => open && controller.enqueue(chunk));
      socket.on("close", () => open && controller.close());
    },
    cancel() {
      open = false;
      socket.destroy();
    },
  });
  const sink = new MaybeConsumable.WritableStream<Uint8Array>({
    write: (chunk) => new Promise((resolve) => socket.write(chunk, () => resolve())),
    close: () => void socket.end(),
  });
  const transport = await AdbDaemonTransport.authenticate({
    serial: "test",
    connection: {
      readable: bytes.pipeThrough(new StructDeserializeStream(AdbPacket)),
      writable: pipeFrom(sink, new AdbPacketSerializeStream()),
    },
    credentialStore,
    ...(initialDelayedAckBytes !== undefined && { initialDelayedAckBytes }),
  });
  return new Adb(transport);
}
