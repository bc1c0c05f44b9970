import { AdbBanner, AdbDaemonSocketController, type AdbPacketDispatcher, type AdbTransport } from "@yume-chan/adb";
import { type DeviceShare, deviceTurns } from "../adb/device-turns.ts";
import { ownSockets } from "../adb/owned-sockets.ts";

const FEATURES = ["shell_v2", "stat_v2", "fixed_push_mkdir"];

/** For tests: a device that opens all streams, accepts one packet on each, and sends nothing. */
export function silentDevice(): {
  transport: AdbTransport;
  share: DeviceShare;
  /** Opened streams, as Tango keeps them. */
  controllers: AdbDaemonSocketController[];
  /** Sent packets. */
  sent: unknown[];
} {
  const controllers: AdbDaemonSocketController[] = [];
  const sent: unknown[] = [];
  const dispatcher = {
    options: { maxPayloadSize: 1_048_576 },
    sendPacket: async (...packet: unknown[]) => void sent.push(packet),
  } as unknown as AdbPacketDispatcher;
  const transport = {
    maxPayloadSize: 1_048_576,
    banner: AdbBanner.parse(`device::features=${FEATURES.join(",")}`),
    clientFeatures: FEATURES,
    connect: async (service: string) => {
      const controller = new AdbDaemonSocketController({
        dispatcher,
        localId: 1,
        remoteId: 1,
        localCreated: true,
        service,
        availableWriteBytes: Infinity,
      });
      controllers.push(controller);
      return controller.socket;
    },
  } as unknown as AdbTransport;
  const share = deviceTurns.join("silent");
  return { transport: ownSockets(transport, share), share, controllers, sent };
}
