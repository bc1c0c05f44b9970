import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { t } from "../../language/text.ts";
import { cx } from "../../ui/cx.ts";
import { FilesApi } from "../files/files-api.ts";
import { TransferList } from "../files/TransferList.tsx";
import { useTransfers } from "../files/use-transfers.ts";
import { DropHint } from "../parts/DropHint.tsx";
import { useFileDrop } from "../parts/use-file-drop.ts";
import { fitFrame } from "./fit-frame.ts";
import { attachKeyboard, attachPointer } from "./input.ts";
import { pressMessages } from "./keyboard.ts";
import type { ScreenSize } from "./screen-client.ts";
import { ScreenControls } from "./ScreenControls.tsx";
import { ScreenOverlay } from "./ScreenOverlay.tsx";
import { saveScreenshot } from "./screenshot.ts";
import { ScreenStatus } from "./ScreenStatus.tsx";
import { useScreen } from "./use-screen.ts";

/** The shape of a phone, until the device tells its own. */
const USUAL_SIZE = { widthPx: 720, heightPx: 1280 };

export interface ScreenViewProps {
  sandboxId: string;
  /** Of the socket. */
  url: string;
  token: string;
  /** The screen's size as far as it is known, until the device tells it. */
  usualSize?: ScreenSize;
  /** Whether the device takes nothing from whoever sees it. */
  isWatched?: boolean;
  /** Whether there is the screen and nothing else. */
  isBare?: boolean;
}

/** A device's screen in its frame: it moves, and takes touch, mouse and keyboard. */
export function ScreenView(props: ScreenViewProps) {
  const { sandboxId, url, token, usualSize = USUAL_SIZE, isWatched = false, isBare = false } = props;
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const keyboard = useRef<HTMLTextAreaElement>(null);
  const { state, size, stats, codec, target } = useScreen(url, token, canvas);
  const stageSize = useElementSize(stage);
  const isLive = state.kind === "live";
  const layout = stageSize && fitFrame(stageSize, size ?? usualSize);

  useEffect(() => {
    const [screen, field] = [canvas.current, keyboard.current];
    if (!screen || !field) return;
    const stopPointer = attachPointer(screen, target, (event) => {
      // A finger would bring up the phone's own keyboard each time; there is a button for that.
      if (event.pointerType !== "touch") field.focus({ preventScroll: true });
    });
    const stopKeyboard = attachKeyboard(field, target);
    return () => {
      stopPointer();
      stopKeyboard();
    };
  }, [target]);

  const api = useMemo(() => new FilesApi(sandboxId, token), [sandboxId, token]);
  const { transfers, install, dismiss } = useTransfers(api);
  const { isDragging, dragEvents } = useFileDrop(install);

  const press = (keyCode: number) => pressMessages(keyCode).forEach((message) => target.send(message));
  return (
    <div
      ref={stage}
      {...(!isWatched && dragEvents)}
      className="relative flex h-full flex-col items-center justify-center overflow-hidden bg-bg bg-[radial-gradient(60%_50%_at_50%_38%,var(--accent-soft),transparent)]"
    >
      <div
        className={cx("relative flex items-center", layout?.controls === "below" && "flex-col", !layout && "invisible")}
      >
        <div
          className="relative bg-[#050605] shadow-[0_0_0_1px_var(--line2),0_0_0_4px_#00000014,var(--shadow)] transition-shadow has-[textarea:focus-visible]:shadow-[0_0_0_1px_var(--line2),0_0_0_2px_var(--accent),var(--shadow)]"
          style={layout && { padding: layout.bezelPx, borderRadius: cornerPx(layout.widthPx) + layout.bezelPx }}
        >
          <div
            className="relative overflow-hidden bg-[radial-gradient(120%_70%_at_50%_0%,#1a201a,#0a0c0a_55%,#060706)]"
            style={layout && { width: layout.widthPx, height: layout.heightPx, borderRadius: cornerPx(layout.widthPx) }}
          >
            <canvas
              ref={canvas}
              className={cx(
                "block size-full touch-none transition-[opacity,filter] select-none",
                !isLive && "opacity-25 blur-[6px] grayscale-50",
              )}
            />
            <ScreenOverlay state={state} />
          </div>
          {!isWatched && (
            <textarea
              ref={keyboard}
              aria-label={t("Keyboard of the device: what you type goes to its screen. Tab leads out.")}
              autoCapitalize="off"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              className="pointer-events-none absolute bottom-0 left-1/2 size-px resize-none opacity-0"
            />
          )}
        </div>
        {!isBare && (
          <ScreenControls
            placement={layout?.controls ?? "below"}
            isLive={isLive}
            isWatched={isWatched}
            onPress={press}
            onKeyboard={() => keyboard.current?.focus()}
            onScreenshot={() => canvas.current && void saveScreenshot(canvas.current, sandboxId)}
            stage={stage}
          />
        )}
      </div>
      {!isBare && <ScreenStatus state={state} size={size} stats={stats} isPictures={codec === "png"} />}
      <div className="absolute inset-x-0 bottom-0 z-10">
        <TransferList transfers={transfers} onDismiss={dismiss} />
      </div>
      {isDragging && <DropHint>{t("Drop an app (.apk) to install it")}</DropHint>}
    </div>
  );
}

const cornerPx = (widthPx: number): number => Math.round(Math.min(30, widthPx * 0.085));

function useElementSize(element: RefObject<HTMLElement | null>): { widthPx: number; heightPx: number } | undefined {
  const [size, setSize] = useState<{ widthPx: number; heightPx: number }>();
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ widthPx: entry.contentRect.width, heightPx: entry.contentRect.height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
