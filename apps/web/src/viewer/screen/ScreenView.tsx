import { WORKING_DIR } from "@terrarium/contract/limits";
import type { DeviceControl } from "@terrarium/contract/proxy-messages";
import { isRecorded } from "@terrarium/contract/recorded-codec";
import { hasMouse, type SandboxKind } from "@terrarium/contract/sandbox-kind";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { t } from "../../language/text.ts";
import { cx } from "../../ui/cx.ts";
import { FilesApi } from "../files/files-api.ts";
import { TransferList } from "../files/TransferList.tsx";
import { useTransfers } from "../files/use-transfers.ts";
import { DropHint } from "../parts/DropHint.tsx";
import { lateView } from "../parts/late-view.tsx";
import { LEAVE_KEY } from "../parts/leave-key.ts";
import { useFileDrop } from "../parts/use-file-drop.ts";
import { deviceActions } from "./device-actions.ts";
import { fitFrame } from "./fit-frame.ts";
import { HiddenContentNotice } from "./HiddenContentNotice.tsx";
import { attachDesktopKeyboard } from "./mouse/attach-keyboard.ts";
import { attachMouse } from "./mouse/attach-mouse.ts";
import { pressMessages } from "./press.ts";
import type { ScreenSize } from "./screen-client.ts";
import type { ScreenRecording } from "./screen-recording.ts";
import { type FocusMode, ScreenControls } from "./ScreenControls.tsx";
import { ScreenOverlay } from "./ScreenOverlay.tsx";
import { saveScreenshot } from "./screenshot.ts";
import { ScreenStatus } from "./ScreenStatus.tsx";
import { attachKeyboard } from "./touch/attach-keyboard.ts";
import { attachPointer } from "./touch/attach-pointer.ts";
import { useHiddenContent } from "./use-hidden-content.ts";
import { type ScreenListeners, useScreen } from "./use-screen.ts";

const DeviceMenu = lateView("DeviceMenu", () => import("./DeviceMenu.tsx"));

/** Size of a phone, until the device reports its own. */
const USUAL_SIZE = { widthPx: 720, heightPx: 1600 };
/** Length of a toolbar with all buttons. */
const FULL_CONTROLS_PX = 520;
/** Additional length for each button of the page. */
const BUTTON_PX = 36;
/** Controls that are only in the menu. */
const MENU_CONTROLS: ReadonlySet<DeviceControl> = new Set(["install", "battery", "airplane"]);
/** Target folder of files dropped on a monitor. */
const DOWNLOADS = `${WORKING_DIR.linux}/Downloads`;

export interface ScreenViewProps extends ScreenListeners {
  sandboxId: string;
  /** Address of the WebSocket. */
  url: string;
  token: string;
  /** Kind of the sandbox, if known before the server reports it. */
  kind?: SandboxKind;
  /** Expected size of the screen, until the device reports it. */
  usualSize?: ScreenSize;
  /** Whether the screen is view-only. */
  isWatched?: boolean;
  /** Whether only the screen is shown, without controls. */
  isBare?: boolean;
  focusMode?: FocusMode;
  /** Undefined where the page does not record. */
  recording?: ScreenRecording | undefined;
}

/** A phone's screen in its frame, or a monitor, with live video and touch, mouse and keyboard input. */
export function ScreenView(props: ScreenViewProps) {
  const { sandboxId, url, token, usualSize = USUAL_SIZE, isWatched = false, isBare = false } = props;
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const keyboard = useRef<HTMLTextAreaElement>(null);
  const controls = useRef<HTMLDivElement>(null);
  const apk = useRef<HTMLInputElement>(null);
  const {
    state,
    kind = props.kind,
    controls: offered,
    size,
    stats,
    codec,
    target,
  } = useScreen(url, token, canvas, props);
  const stageSize = useElementSize(stage);
  const isLive = state.kind === "live";
  const isMonitor = hasMouse(kind);
  const isHidden = useHiddenContent(canvas, { sandboxId, token, isLive: isLive && !isMonitor });
  // Draw nothing until the kind is known, so that a phone does not turn into a monitor.
  const isKnown = kind !== undefined || state.kind !== "connecting";
  const layout =
    stageSize && isKnown ? fitFrame(stageSize, size ?? usualSize, isMonitor ? "monitor" : "phone") : undefined;

  useEffect(() => {
    const [screen, field] = [canvas.current, keyboard.current];
    if (!screen || !field) return;
    const onPress = (event: PointerEvent) => {
      // Not for touch, because focus would open the phone's on-screen keyboard each time. There is a button for that.
      if (event.pointerType !== "touch") field.focus({ preventScroll: true });
    };
    const stopPointer = (isMonitor ? attachMouse : attachPointer)(screen, target, onPress);
    const stopKeyboard = isMonitor
      ? attachDesktopKeyboard(field, target, () => controls.current?.focus())
      : attachKeyboard(field, target);
    return () => {
      stopPointer();
      stopKeyboard();
    };
  }, [target, isMonitor]);

  const api = useMemo(() => new FilesApi(sandboxId, token), [sandboxId, token]);
  const { transfers, install, upload, dismiss } = useTransfers(api);
  const { isDragging, dragEvents } = useFileDrop((files, folders) =>
    isMonitor ? upload(DOWNLOADS, files, folders) : install(files),
  );

  const corner = layout === undefined ? 0 : isMonitor ? MONITOR_CORNER_PX : cornerPx(layout.widthPx);
  const press = (keyCode: number) => pressMessages(keyCode).forEach((message) => target.send(message));
  const recording = isRecorded(codec) ? props.recording : undefined;
  const pageActions = recording?.actions ?? [];
  const actions = [...deviceActions(offered, target, press), ...pageActions];
  const lengthPx = (layout?.controls === "beside" ? stageSize?.heightPx : stageSize?.widthPx) ?? 0;
  const inMenu = lengthPx < FULL_CONTROLS_PX + pageActions.length * BUTTON_PX ? actions : [];
  const hasMenu = inMenu.length > 0 || offered.some((control) => MENU_CONTROLS.has(control));
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
          style={layout && { padding: layout.bezelPx, borderRadius: corner + layout.bezelPx }}
        >
          <div
            className="relative overflow-hidden bg-[radial-gradient(120%_70%_at_50%_0%,#1a201a,#0a0c0a_55%,#060706)]"
            style={layout && { width: layout.widthPx, height: layout.heightPx, borderRadius: corner }}
          >
            <canvas
              ref={canvas}
              className={cx(
                "block size-full touch-none transition-[opacity,filter] select-none",
                !isLive && "opacity-25 blur-[6px] grayscale-50",
                // The monitor's video already contains a pointer.
                isMonitor && isLive && !isWatched && "cursor-none",
              )}
            />
            <ScreenOverlay state={state} />
            {isHidden && <HiddenContentNotice />}
          </div>
          {!isWatched && (
            <textarea
              ref={keyboard}
              aria-label={
                isMonitor
                  ? t("Device keyboard: your typing goes to the device's screen. Press {key} to leave.", {
                      key: LEAVE_KEY,
                    })
                  : t("Device keyboard: your typing goes to the device's screen. Press Tab to leave.")
              }
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
            onPress={isMonitor ? undefined : press}
            actions={inMenu.length > 0 ? [] : actions}
            menu={
              hasMenu ? (
                <DeviceMenu
                  isDisabled={!isLive}
                  side={layout?.controls === "beside" ? "right" : "top"}
                  box={{ sandboxId, token }}
                  controls={offered}
                  actions={inMenu}
                  onInstall={() => apk.current?.click()}
                />
              ) : null
            }
            onKeyboard={() => keyboard.current?.focus()}
            onScreenshot={() => canvas.current && void saveScreenshot(canvas.current, sandboxId)}
            ref={controls}
            stage={stage}
            focusMode={props.focusMode}
          />
        )}
      </div>
      {!isBare && (
        <ScreenStatus
          state={state}
          size={size}
          stats={stats}
          isPictures={codec === "png"}
          recordingSinceMs={recording?.sinceMs}
        />
      )}
      {offered.includes("install") && (
        <input
          ref={apk}
          type="file"
          multiple
          accept=".apk"
          aria-label={t("Apps to install")}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target: input }) => {
            install(Array.from(input.files ?? []));
            input.value = "";
          }}
        />
      )}
      <div className="absolute inset-x-0 bottom-0 z-10">
        <TransferList transfers={transfers} onDismiss={dismiss} />
      </div>
      {isDragging && (
        <DropHint>
          {isMonitor
            ? t("Drop files to upload them to {folder}", { folder: DOWNLOADS })
            : t("Drop an app (.apk) to install it")}
        </DropHint>
      )}
    </div>
  );
}

const MONITOR_CORNER_PX = 4;
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
