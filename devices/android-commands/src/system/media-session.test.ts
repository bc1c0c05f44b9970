import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("media", () => {
  testOnPhone(used, [
    {
      script: "media volume; media volume --get --stream 2; media volume --stream 4 --set 1",
      told: ['putSetting "system" "volume_alarm" "1"'],
      stdout:
        "[V] will control stream=3 (STREAM_MUSIC)\n[V] volume is 8 in range [0..15]\n[V] will control stream=2 (STREAM_RING)\n[V] volume is 5 in range [0..7]\n[V] will control stream=4 (STREAM_ALARM)\n[V] will set volume to index=1\n[V] volume is 1 in range [1..7]\n",
    },
    {
      script:
        "media volume --set 15; media volume --set 16; media volume --set -1; media volume --set x; media volume --set 1.5",
      told: ['putSetting "system" "volume_music" "15"'],
      stdout:
        "[V] will control stream=3 (STREAM_MUSIC)\n[V] will set volume to index=15\n[V] volume is 15 in range [0..15]\n[V] will control stream=3 (STREAM_MUSIC)\nError: invalid volume index 16 for stream, range is [0..15]\n[V] will control stream=3 (STREAM_MUSIC)\nError: invalid volume index -1 for stream, range is [0..15]\n[V] will control stream=3 (STREAM_MUSIC)\nError: invalid volume index x for stream, range is [0..15]\n[V] will control stream=3 (STREAM_MUSIC)\nError: invalid volume index 1.5 for stream, range is [0..15]\n",
      exitCode: 255,
    },
    [
      "media volume --set ''",
      "[V] will control stream=3 (STREAM_MUSIC)\nError: invalid volume index  for stream, range is [0..15]\n",
      "",
      255,
    ],
    [
      "media volume --stream 4 --set 0; media volume --stream 9; media volume --stream x",
      "[V] will control stream=4 (STREAM_ALARM)\nError: invalid volume index 0 for stream, range is [1..7]\n",
      "\nException occurred while executing 'volume':\njava.lang.IllegalArgumentException: stream 9 is none of this device's\n\nException occurred while executing 'volume':\njava.lang.NumberFormatException: For input string: \"x\"\n",
      255,
    ],
    {
      script: "media volume --adj raise; media volume --adj lower; media volume --adj same; media volume --adj louder",
      told: [
        'putSetting "system" "volume_music" "9"',
        'putSetting "system" "volume_music" "8"',
        'putSetting "system" "volume_music" "8"',
      ],
      stdout:
        "[V] will control stream=3 (STREAM_MUSIC)\n[V] will adjust volume\n[V] volume is 9 in range [0..15]\n[V] will control stream=3 (STREAM_MUSIC)\n[V] will adjust volume\n[V] volume is 8 in range [0..15]\n[V] will control stream=3 (STREAM_MUSIC)\n[V] will adjust volume\n[V] volume is 8 in range [0..15]\n",
      stderr:
        "\nException occurred while executing 'volume':\njava.lang.IllegalArgumentException: louder is no adjustment\n",
      exitCode: 255,
    },
    {
      script: "media volume --set 15 > /dev/null; media volume --adj raise",
      told: ['putSetting "system" "volume_music" "15"', 'putSetting "system" "volume_music" "15"'],
      stdout: "[V] will control stream=3 (STREAM_MUSIC)\n[V] will adjust volume\n[V] volume is 15 in range [0..15]\n",
    },
    [
      "media volume --juggle; media; media juggle; cmd media_session volume --get --show",
      "usage: media_session [subcommand] [options]\n       media_session volume [--stream STREAM] [--get | --set INDEX | --adj raise|lower]\n         STREAM is 2 (ring), 3 (music) or 4 (alarm)\nUnknown command: juggle\n[V] will control stream=3 (STREAM_MUSIC)\n[V] volume is 8 in range [0..15]\n",
      "\nException occurred while executing 'volume':\njava.lang.IllegalArgumentException: Unknown argument --juggle\n",
    ],
  ]);
});
