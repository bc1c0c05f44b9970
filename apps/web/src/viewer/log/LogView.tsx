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

/** The device's log, updated live. */
export function LogView({ sandboxId, token }: { sandboxId: string; token: string }) {
  const { lines, end, isReached } = useLog(sandboxId, token);
  if (end !== undefined && lines.length === 0) return <Notice end={end} />;
  return <LogLines lines={lines} whenEmpty={isReached ? t("The log is empty.") : t("Loading")} />;
}

/** Reads the log only while it is visible, because a device with an open log counts as used. */
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
      // Each connection sends the buffered log again.
      open: () => {
        reader = new LogReader();
        all = [];
      },
      message: (data) => {
        setEnd(undefined);
        // A text message reports that the log is connected, even if it has no lines yet.
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
