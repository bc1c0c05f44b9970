import { androidCommand, FailedAnswer, runSubcommand, type Subcommands } from "../android-command.ts";
import { Arguments } from "../arguments.ts";
import { illegalArgument } from "../java-exception.ts";

/** AOSP AudioSystem.java, STREAM_*, with each stream's volume setting and its range in AudioService.java. */
export const STREAMS = new Map([
  [2, { name: "STREAM_RING", key: "volume_ring", least: 0, most: 7 }],
  [3, { name: "STREAM_MUSIC", key: "volume_music", least: 0, most: 15 }],
  [4, { name: "STREAM_ALARM", key: "volume_alarm", least: 1, most: 7 }],
]);
const MUSIC_STREAM = 3;
const ADJUSTMENTS = new Map([
  ["raise", 1],
  ["same", 0],
  ["lower", -1],
]);
const USAGE =
  "usage: media_session [subcommand] [options]\n       media_session volume [--stream STREAM] [--get | --set INDEX | --adj raise|lower]\n" +
  "         STREAM is 2 (ring), 3 (music) or 4 (alarm)\n";

/** `cmd media_session volume`, also available as `media volume` (AOSP MediaShellCommand.java, VolumeCtrl.java). */
export const mediaSessionSubcommands: Subcommands = {
  usage: USAGE,
  commands: {
    volume: async (list, { system, stdout }) => {
      const { number, action, value } = parse(list);
      const stream = STREAMS.get(number);
      if (!stream) throw illegalArgument(`stream ${number} is none of this device's`);
      const say = (text: string) => stdout.write(`[V] ${text}\n`);
      await say(`will control stream=${number} (${stream.name})`);
      const now = Number(await system.getSetting("system", stream.key));
      if (action !== undefined) {
        const wanted = action === "set" ? Number(value) : now + (ADJUSTMENTS.get(value) ?? 0);
        if (action === "set" && !(/^\d+$/.test(value) && wanted >= stream.least && wanted <= stream.most)) {
          throw new FailedAnswer(
            `Error: invalid volume index ${value} for stream, range is [${stream.least}..${stream.most}]`,
            255,
          );
        }
        await say(action === "set" ? `will set volume to index=${wanted}` : `will adjust volume`);
        const index = Math.min(stream.most, Math.max(stream.least, wanted));
        await system.putSetting("system", stream.key, String(index));
      }
      await say(
        `volume is ${await system.getSetting("system", stream.key)} in range [${stream.least}..${stream.most}]`,
      );
    },
  },
};

function parse(list: string[]): { number: number; action: "set" | "adj" | undefined; value: string } {
  const args = new Arguments(list);
  let number = MUSIC_STREAM;
  let action: "set" | "adj" | undefined;
  let value = "";
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (option === "--stream") number = args.requireInteger(option);
    else if (option === "--set" || option === "--adj") {
      action = option === "--set" ? "set" : "adj";
      value = args.require(option);
      if (action === "adj" && !ADJUSTMENTS.has(value)) throw illegalArgument(`${value} is no adjustment`);
    } else if (option !== "--get" && option !== "--show") throw illegalArgument(`Unknown argument ${option}`);
  }
  return { number, action, value };
}

export const mediaCommand = androidCommand("media", (process) =>
  runSubcommand(mediaSessionSubcommands, process.args, process),
);
