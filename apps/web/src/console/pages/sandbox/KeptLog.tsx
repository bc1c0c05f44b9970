import { useMemo } from "react";
import { useKeptLog } from "../../../api/sandboxes.ts";
import { t } from "../../../language/text.ts";
import { LogReader } from "../../../viewer/log/log-lines.ts";
import { LogLines } from "../../../viewer/log/LogLines.tsx";
import { LoadFailure } from "../../parts/LoadFailure.tsx";

/** The last part of an ended sandbox's log. */
export function KeptLog({ sandboxId }: { sandboxId: string }) {
  const { data, error, isFetching, isPending, refetch } = useKeptLog(sandboxId);
  const lines = useMemo(() => {
    const bytes = new TextEncoder().encode(data ?? "");
    return new LogReader().push(bytes.buffer);
  }, [data]);
  if (error !== null && data === undefined)
    return (
      <div className="p-4">
        <LoadFailure
          title={t("The log could not be loaded")}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  return <LogLines lines={lines} whenEmpty={isPending ? t("Loading") : t("No log was kept for this sandbox.")} />;
}
