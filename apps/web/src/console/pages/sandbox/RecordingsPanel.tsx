import type { Recording } from "@terrarium/contract/box-recording";
import { STORAGE } from "@terrarium/contract/limits";
import { Download, Play, X } from "lucide-react";
import { useState } from "react";
import { recordingPath, useRecordings } from "../../../api/recordings.ts";
import { useChange } from "../../../api/use-change.ts";
import { t } from "../../../language/text.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { formatLeft } from "../../../viewer/parts/Countdown.tsx";
import { formatBytes } from "../../../viewer/parts/format-bytes.ts";
import { ViewLoading } from "../../../viewer/parts/KeptView.tsx";
import { saveAddress } from "../../../viewer/parts/save-blob.ts";
import { useIsShown } from "../../../viewer/parts/shown.ts";
import { formatFull, formatMoment } from "../../parts/format.ts";
import { LoadFailure } from "../../parts/LoadFailure.tsx";
import { reportFailure } from "../../parts/report-failure.ts";

const KEPT_DAYS = STORAGE.keptMs / (24 * 60 * 60_000);

export interface RecordingsPanelProps {
  sandboxId: string;
  /** Whether more recordings may appear. */
  isLive: boolean;
  /** Whether the device sends video, which recordings contain. */
  canRecord: boolean;
}

/** The stored recordings of a sandbox's screen, newest first, with a player. */
export function RecordingsPanel({ sandboxId, isLive, canRecord }: RecordingsPanelProps) {
  const isShown = useIsShown();
  const { data, error, isFetching, refetch } = useRecordings(sandboxId, { isLive: isLive && isShown });
  if (error !== null && data === undefined)
    return (
      <div className="p-4">
        <LoadFailure
          title={t("The recordings could not be loaded")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  if (data === undefined) return <ViewLoading />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
    <div tabIndex={0} className="h-full overflow-y-auto px-4 py-2 focus-visible:-outline-offset-2 sm:px-5">
      {data.data.length === 0 ? (
        <p className="my-2 rounded-lg border border-line px-4 py-3 text-sm text-mute">
          {!canRecord
            ? t("This screen cannot be recorded: the device sends images or a video format that recordings lack.")
            : isLive
              ? t("Recordings of the screen appear here, from you or from your code.")
              : t("This sandbox has no recordings.")}
        </p>
      ) : (
        <>
          <ol>
            {data.data.map((recording) => (
              <Row key={recording.storageKey} sandboxId={sandboxId} recording={recording} />
            ))}
          </ol>
          <p className="py-3 text-xs text-mute">
            {t("A recording is kept for {count} days, while its sandbox is listed.", { count: KEPT_DAYS })}
          </p>
        </>
      )}
    </div>
  );
}

function Row({ sandboxId, recording }: { sandboxId: string; recording: Recording }) {
  const { storageKey, createdAt, durationMs, sizeBytes } = recording;
  const [playing, setPlaying] = useState<string>();
  const address = useChange({ mutationFn: () => recordingPath(sandboxId, storageKey) });
  const onError = reportFailure("The recording could not be opened");
  const play = () =>
    address.mutate(undefined, { onSuccess: (path, isMounted) => isMounted && setPlaying(path), onError });
  const name = `${sandboxId}-${createdAt.slice(0, 19).replaceAll(":", "-")}.mp4`;
  const download = () => address.mutate(undefined, { onSuccess: (path) => saveAddress(path, name), onError });
  const time = formatMoment(createdAt);
  return (
    <li className="border-b border-line py-2 last:border-0">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <time dateTime={createdAt} title={formatFull(createdAt)} className="text-sm font-medium">
            {time}
          </time>
          <p className="mt-0.5 font-mono text-xs text-mute tabular-nums">
            {[...(durationMs === null ? [] : [formatLeft(durationMs)]), formatBytes(sizeBytes)].join(" · ")}
          </p>
        </div>
        {playing === undefined ? (
          <IconButton label={t("Play the recording of {time}", { time })} disabled={address.isPending} onClick={play}>
            <Play className="size-4" strokeWidth={1.7} aria-hidden="true" />
          </IconButton>
        ) : (
          <IconButton label={t("Close the recording of {time}", { time })} onClick={() => setPlaying(undefined)}>
            <X className="size-4" strokeWidth={1.7} aria-hidden="true" />
          </IconButton>
        )}
        <IconButton
          label={t("Download the recording of {time}", { time })}
          disabled={address.isPending}
          onClick={download}
        >
          <Download className="size-4" strokeWidth={1.7} aria-hidden="true" />
        </IconButton>
      </div>
      {playing !== undefined && (
        // Recordings of screens have no sound.
        <video
          src={playing}
          controls
          autoPlay
          muted
          playsInline
          aria-label={t("Recording of {time}", { time })}
          className="mx-auto mt-2 mb-1 block max-h-80 max-w-full rounded-md bg-black"
        />
      )}
    </li>
  );
}
