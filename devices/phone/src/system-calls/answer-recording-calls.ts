import type { OpenScreenEncoder } from "@terrarium/adb-device/video/encoder/screen-encoder";
import type { ScreenRecorder } from "@terrarium/adb-device/video/screen-recorder";
import type { RecordingCalls } from "@terrarium/phone-shell/system-calls/recording-calls";
import { startHostTimer } from "@terrarium/phone-system/host-time";
import type { SystemServer } from "@terrarium/phone-system/system-server";

/** Time after which a recording is dropped if nobody looked at it, because its command has ended without a word. */
const FORGOTTEN_MS = 120_000;
const MAX_RECORDINGS = 2;

export function answerRecordingCalls(system: SystemServer, openEncoder: OpenScreenEncoder): RecordingCalls {
  const recordings = new Map<number, { recorder: ScreenRecorder; timer: NodeJS.Timeout }>();
  let lastId = 0;
  const find = (id: number) => {
    const recording = recordings.get(id);
    if (!recording) throw new Error(`there is no recording ${id}`);
    return recording;
  };
  return {
    startRecording: async ({ maxSizePx, bitRate }) => {
      if (recordings.size >= MAX_RECORDINGS) throw new Error(`more than ${MAX_RECORDINGS} recordings at once`);
      // Loaded on first use, because recordings are rare.
      const { ScreenRecorder: Recorder } = await import("@terrarium/adb-device/video/screen-recorder");
      const parameters = { maxSize: maxSizePx, maxFps: 0, bitRate };
      const recorder = new Recorder(system.ui.display, parameters, openEncoder);
      const id = ++lastId;
      const forget = () => {
        recordings.get(id)?.recorder.discard();
        recordings.delete(id);
      };
      recordings.set(id, { recorder, timer: startHostTimer(FORGOTTEN_MS, forget).unref() });
      return id;
    },
    lookAtRecording: async (id) => {
      const { recorder, timer } = find(id);
      timer.refresh();
      return { bytes: recorder.bytes, full: recorder.full };
    },
    stopRecording: async (id) => {
      const { recorder, timer } = find(id);
      recordings.delete(id);
      clearTimeout(timer);
      return recorder.stop();
    },
  };
}
