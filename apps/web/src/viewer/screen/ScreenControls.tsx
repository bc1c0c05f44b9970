import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import { Camera, Circle, Expand, Keyboard, Maximize, Minimize, Shrink, Square, Triangle } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { t } from "../../language/text.ts";
import { IconButton } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import type { DeviceAction } from "./device-actions.ts";

/** Focus mode: the window shows only the screen. */
export interface FocusMode {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export interface ScreenControlsProps {
  placement: "beside" | "below";
  isLive: boolean;
  /** Whether the screen is view-only. The controls are then limited to screenshot and fullscreen. */
  isWatched: boolean;
  /** Presses an Android key. Undefined if the device has no buttons of its own. */
  onPress: ((keyCode: number) => void) | undefined;
  /** Other actions with a button. */
  actions: readonly DeviceAction[];
  /** A menu with the actions that have no button. */
  menu: ReactNode;
  onKeyboard: () => void;
  onScreenshot: () => void;
  ref: RefObject<HTMLDivElement | null>;
  /** Element shown in fullscreen. */
  stage: RefObject<HTMLElement | null>;
  /** Undefined where the page shows only the screen anyway. */
  focusMode: FocusMode | undefined;
}

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** A phone's three navigation buttons, the actions on the device, and the viewer's own controls. */
export function ScreenControls(props: ScreenControlsProps) {
  const { placement, isLive, isWatched, onPress, actions, menu, onKeyboard, onScreenshot, ref, stage, focusMode } =
    props;
  const isFullscreen = useIsFullscreen();
  const toggleFullscreen = () => (isFullscreen ? document.exitFullscreen() : stage.current?.requestFullscreen());
  const separator = <span className={cx("bg-line2", placement === "beside" ? "my-1 h-px w-5" : "mx-1 h-5 w-px")} />;
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="toolbar"
      aria-label={t("Device")}
      aria-orientation={placement === "beside" ? "vertical" : "horizontal"}
      className={cx(
        "flex items-center gap-1 rounded-[11px] border border-line bg-panel p-1",
        // Positioned absolutely, so that the device stays centred on the stage.
        placement === "beside" ? "absolute left-full ml-4 flex-col" : "mt-3",
      )}
    >
      {!isWatched && onPress && (
        <>
          <IconButton label={t("Back")} disabled={!isLive} onClick={() => onPress(KEY_CODES.back)}>
            <Triangle {...ICON} size={14} className="-rotate-90" />
          </IconButton>
          <IconButton label={t("Home")} disabled={!isLive} onClick={() => onPress(KEY_CODES.home)}>
            <Circle {...ICON} size={14} />
          </IconButton>
          <IconButton label={t("Recent apps")} disabled={!isLive} onClick={() => onPress(KEY_CODES.appSwitch)}>
            <Square {...ICON} size={14} />
          </IconButton>
          {separator}
        </>
      )}
      {actions.map(({ label, Icon, isRed = false, isBusy = false, run }) => (
        <IconButton
          key={label}
          label={label}
          disabled={!isLive || isBusy}
          aria-busy={isBusy}
          onClick={run}
          className={isRed ? "text-bad!" : undefined}
        >
          <Icon {...ICON} />
        </IconButton>
      ))}
      {menu}
      {(actions.length > 0 || menu !== null) && separator}
      {!isWatched && (
        <IconButton label={t("Keyboard")} disabled={!isLive} onClick={onKeyboard} className="pointer-fine:hidden">
          <Keyboard {...ICON} />
        </IconButton>
      )}
      <IconButton label={t("Save a screenshot")} disabled={!isLive} onClick={onScreenshot}>
        <Camera {...ICON} />
      </IconButton>
      {focusMode && (
        <IconButton
          label={focusMode.isOn ? t("Leave focus mode") : t("Focus mode")}
          onClick={() => focusMode.onChange(!focusMode.isOn)}
        >
          {focusMode.isOn ? <Shrink {...ICON} /> : <Expand {...ICON} />}
        </IconButton>
      )}
      {document.fullscreenEnabled && (
        <IconButton
          label={isFullscreen ? t("Leave fullscreen") : t("Fullscreen")}
          onClick={() => void toggleFullscreen()}
        >
          {isFullscreen ? <Minimize {...ICON} /> : <Maximize {...ICON} />}
        </IconButton>
      )}
    </div>
  );
}

function useIsFullscreen(): boolean {
  const [isFullscreen, setIsFullscreen] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const update = () => setIsFullscreen(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", update);
    return () => document.removeEventListener("fullscreenchange", update);
  }, []);
  return isFullscreen;
}
