import { AdbProtocolError, PacketParser, MAX_PAYLOAD_BYTES, type AdbPacket } from "@terrarium/adb/packet";
import { ShellPacketParser, MAX_SHELL_DATA_BYTES } from "@terrarium/adb/shell-protocol";
import { pieces } from "./mutate.ts";

interface Outcome {
  packets: string[];
  failed: boolean;
}

/**
 * Fuzzes packets, and the shell packets inside WRTE. The result or failure must not depend on how the bytes are split.
 */
export function fuzzAdbPackets(input: Buffer, random: () => number): void {
  const whole = parse([input]);
  const cut = parse(pieces(input, random));
  if (whole.failed !== cut.failed || whole.packets.join() !== cut.packets.join()) {
    throw new Error(`cut into pieces, other packets come out: ${whole.packets.length} and ${cut.packets.length}`);
  }
}

function parse(chunks: readonly Buffer[]): Outcome {
  const parser = new PacketParser();
  const shell = new ShellPacketParser();
  const packets: string[] = [];
  try {
    for (const chunk of chunks) {
      for (const packet of parser.parse(chunk)) {
        check(packet);
        packets.push(`${packet.command}/${packet.arg0}/${packet.arg1}/${packet.payload.toString("base64")}`);
        for (const { id, data } of shell.parse(Buffer.from(packet.payload))) {
          if (data.length > MAX_SHELL_DATA_BYTES) throw new Error(`shell packet ${id} of ${data.length} bytes`);
        }
      }
    }
    return { packets, failed: false };
  } catch (error) {
    if (!(error instanceof AdbProtocolError)) throw error;
    return { packets, failed: true };
  }
}

function check({ payload }: AdbPacket): void {
  if (payload.length > MAX_PAYLOAD_BYTES) throw new Error(`a payload of ${payload.length} bytes passed`);
}
