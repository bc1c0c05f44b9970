import "@xterm/xterm/css/xterm.css";
import { useEffect, useRef, useState } from "react";
import { forgetSession } from "../../session/store.ts";
import type { FinalEnd } from "../live-socket.ts";
import { Notice } from "../Notice.tsx";
import { ShellTerminal } from "./shell-terminal.ts";

/** A terminal on the device's shell. */
export function ShellView({ sandboxId, token }: { sandboxId: string; token: string }) {
  const container = useRef<HTMLDivElement>(null);
  const [end, setEnd] = useState<FinalEnd>();

  useEffect(() => {
    if (!container.current) return;
    const terminal = new ShellTerminal({
      container: container.current,
      sandboxId,
      token,
      onEnd: (next) => {
        setEnd(next);
        if (next.kind === "unauthorized") forgetSession("unauthorized");
      },
    });
    return () => terminal.dispose();
  }, [sandboxId, token]);

  return (
    <div className="relative h-full bg-bg">
      <section ref={container} aria-label="Shell of the device" className="h-full py-3 pr-1 pl-4" />
      {end && (
        <div className="absolute inset-0 bg-overlay backdrop-blur-[2px]">
          <div className="absolute inset-x-0 bottom-0 border-t border-line bg-panel">
            <Notice end={end} />
          </div>
        </div>
      )}
    </div>
  );
}
