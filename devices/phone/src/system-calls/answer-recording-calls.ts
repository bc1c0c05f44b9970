import type { ScreenRecorder } from "@terrarium/adb-device/video/screen-recorder";
import { MAX_RECORDING_S, type RecordingCalls } from "@terrarium/phone-shell/system-calls/recording-calls";
import type { SystemServer } from "@terrarium/phone-system/system-server";

const FORGOTTEN_MS = (MAX_RECORDING_S + 10) * 1000;
const MAX_RECORDINGS = 2;

export function answerRecordingCalls(system: SystemServer): RecordingCalls {
  const recordings = new Map<number, { recorder: ScreenRecorder; timer: NodeJS.Timeout }>();
  let lastId = 0;
  return {
    startRecording: async ({ maxSizePx, bitRate }) => {
      if (recordings.size >= MAX_RECORDINGS) throw new Error(`more than ${MAX_RECORDINGS} recordings at once`);
      // Loaded on first use, because recordings are rare.
      const { ScreenRecorder: Recorder } = await import("@terrarium/adb-device/video/screen-recorder");
      const recorder = new Recorder(system.ui.display, { maxSize: maxSizePx, maxFps: 0, bitRate });
      const id = ++lastId;
      const forget = () => {
        recordings.get(id)?.recorder.discard();
        recordings.delete(id);
      };
      recordings.set(id, { recorder, timer: setTimeout(forget, FORGOTTEN_MS).unref() });
      return id;
    },
    stopRecording: async (id) => {
      const recording = recordings.get(id);
      if (!recording) throw new Error(`there is no recording ${id}`);
      recordings.delete(id);
      clearTimeout(recording.timer);
      return recording.recorder.stop();
    },
  };
}
