import { RECORDING } from "@terrarium/contract/limits";
import { t } from "../../language/text.ts";
import { cx } from "../../ui/cx.ts";
import { formatLeft } from "../parts/Countdown.tsx";
import { useServerNow } from "../parts/use-server-now.ts";
import type { ScreenSize, ScreenState, ScreenStats } from "./screen-client.ts";

/** Status line: whether the video is live, its frame rate, data rate and size, and the length of a recording. */
export function ScreenStatus(props: {
  state: ScreenState;
  size: ScreenSize | undefined;
  stats: ScreenStats | undefined;
  /** Whether the device sends still images instead of video. */
  isPictures: boolean;
  /** Start of the recording in progress, in epoch milliseconds. */
  recordingSinceMs: number | undefined;
}) {
  const { state, size, stats, isPictures, recordingSinceMs } = props;
  const isLive = state.kind === "live";
  return (
    <footer className="absolute inset-x-0 bottom-0 flex h-8 items-center justify-center gap-4 font-mono text-2xs whitespace-nowrap text-faint tabular-nums">
      <span className={cx("flex items-center gap-1.5", isLive && "text-accent")}>
        <span className={cx("size-1.5 rounded-full bg-current", isLive && "shadow-[0_0_0_3px_var(--accent-soft)]")} />
        {isLive ? t("Live") : state.kind === "connecting" || state.kind === "reconnecting" ? t("Connecting") : t("Off")}
      </span>
      {recordingSinceMs !== undefined && <RecordingTime sinceMs={recordingSinceMs} />}
      {isLive && size && (
        <span className={cx(recordingSinceMs !== undefined && "max-sm:hidden")}>
          {size.widthPx}×{size.heightPx}
        </span>
      )}
      {isLive && isPictures && (
        <span title={t("Non-ASCII text and multi-finger gestures require video and do not reach this device.")}>
          {t("Still images, no video")}
        </span>
      )}
      {isLive && stats && (
        <>
          <span className="min-w-12">{stats.framesPerSecond} fps</span>
          <span className="min-w-20">{bitRate(stats.kilobitsPerSecond)}</span>
        </>
      )}
    </footer>
  );
}

function RecordingTime({ sinceMs }: { sinceMs: number }) {
  const time = formatLeft(Math.min(Math.max(0, useServerNow() - sinceMs), RECORDING.maxMs));
  return (
    <span className="flex items-center gap-1.5 text-bad">
      <span className="size-1.5 rounded-full bg-current" />
      {t("Recording {time} of {limit}", { time, limit: formatLeft(RECORDING.maxMs) })}
    </span>
  );
}

function bitRate(kilobitsPerSecond: number): string {
  if (kilobitsPerSecond < 1000) return `${kilobitsPerSecond} kbit/s`;
  return `${(kilobitsPerSecond / 1000).toFixed(1)} Mbit/s`;
}
