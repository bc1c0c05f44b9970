import "@xterm/xterm/css/xterm.css";
import { useEffect, useRef, useState } from "react";
import { t } from "../../language/text.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { endWords } from "../parts/end-words.ts";
import type { FinalEnd } from "../parts/live-socket.ts";
import { lostAccess } from "../parts/lost-access.ts";
import { Notice, TopLink } from "../parts/Notice.tsx";
import { useIsShown } from "../parts/shown.ts";
import { ShellTerminal } from "./shell-terminal.ts";

/** A terminal with the device's shell. */
export function ShellView({ sandboxId, token }: { sandboxId: string; token: string }) {
  const container = useRef<HTMLDivElement>(null);
  const after = useRef<HTMLParagraphElement>(null);
  const [end, setEnd] = useState<FinalEnd>();
  const [hadOutput, setHadOutput] = useState(false);
  const isShown = useIsShown();
  const terminal = useRef<ShellTerminal>(undefined);

  useEffect(() => {
    if (!container.current) return;
    const opened = new ShellTerminal({
      container: container.current,
      sandboxId,
      token,
      onLeave: (direction) => (direction === "forwards" ? after : container).current?.focus(),
      onEnd: (next, hasOutput) => {
        setEnd(lostAccess(token, next));
        setHadOutput(hasOutput);
      },
    });
    terminal.current = opened;
    return () => {
      terminal.current = undefined;
      opened.dispose();
    };
  }, [sandboxId, token]);
  useEffect(() => {
    if (isShown) terminal.current?.focus();
  }, [isShown]);

  return (
    <div className="relative h-full bg-bg">
      {/* The terminal measures the surrounding box for its size, including padding. */}
      <div className="h-full py-3 pr-1 pl-4">
        <section ref={container} tabIndex={-1} aria-label={t("Shell of the device")} className="h-full" />
      </div>
      {/* Tab continues from here to the next element on the page, even if there is none. */}
      <p
        ref={after}
        tabIndex={-1}
        className="absolute right-3 bottom-3 rounded-md border border-line bg-panel px-3 py-1.5 text-sm text-mute not-focus:sr-only"
      >
        {t("You left the shell. Press Tab to continue, Shift+Tab to return.")}
      </p>
      {end && !hadOutput && (
        <div className="absolute inset-0 bg-bg">
          <Notice end={end} />
        </div>
      )}
      {end && hadOutput && <EndBar end={end} />}
    </div>
  );
}

/** Below the shell's output, which stays readable. */
function EndBar({ end }: { end: FinalEnd }) {
  const { title, text, link } = endWords(end);
  return (
    <div
      role="alert"
      className="absolute inset-x-0 bottom-0 flex animate-[rise_180ms] flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-panel px-4 py-3 text-sm"
    >
      <strong className="font-medium">{title}</strong>
      <span className="min-w-0 flex-1 text-mute">{text}</span>
      {link && <TopLink {...link} className={buttonClass("plain")} />}
    </div>
  );
}
