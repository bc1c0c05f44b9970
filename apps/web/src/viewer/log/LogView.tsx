import { logSocketPath } from "@terrarium/contract/proxy";
import { useEffect, useState } from "react";
import { t } from "../../language/text.ts";
import { socketUrl } from "../parts/address.ts";
import { gather } from "../parts/gather.ts";
import { type FinalEnd, LiveSocket, type Pause } from "../parts/live-socket.ts";
import { lostAccess } from "../parts/lost-access.ts";
import { Notice } from "../parts/Notice.tsx";
import { useIsShown } from "../parts/shown.ts";
import { type LogLine, LogReader } from "./log-lines.ts";
import { LogLines } from "./LogLines.tsx";

const KEPT_LINES = 2_000;

/** What the device's log says, as it says it. */
export function LogView({ sandboxId, token }: { sandboxId: string; token: string }) {
  const { lines, end, isReached } = useLog(sandboxId, token);
  if (end !== undefined && lines.length === 0) return <Notice end={end} />;
  return <LogLines lines={lines} whenEmpty={isReached ? t("The log is empty.") : t("Loading")} />;
}

/** Follows the log while it is in sight: a device whose log is read counts as used. */
function useLog(sandboxId: string, token: string) {
  const isShown = useIsShown();
  const [lines, setLines] = useState<readonly LogLine[]>([]);
  const [end, setEnd] = useState<FinalEnd | Pause>();
  const [isReached, setIsReached] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    let reader = new LogReader();
    let all: LogLine[] = [];
    const shown = gather(() => {
      setLines(all);
      setIsReached(true);
    });
    const socket = new LiveSocket(socketUrl(location.origin, logSocketPath(sandboxId)), token, {
      // What is kept of the log comes again with each connection.
      open: () => {
        reader = new LogReader();
        all = [];
      },
      message: (data) => {
        setEnd(undefined);
        // A text says that the log is reached, which may have no line.
        if (typeof data !== "string") all = [...all, ...reader.push(data)].slice(-KEPT_LINES);
        shown.soon();
      },
      retry: () => setIsReached(false),
      stopped: (detail) => setEnd({ kind: "stopped", detail }),
      end: (next) => {
        setEnd(lostAccess(token, next));
      },
    });
    return () => {
      shown.stop();
      socket.close();
    };
  }, [sandboxId, token, isShown]);
  return { lines, end, isReached };
}
