import { executeBoxCommands } from "@terrarium/contract/box-commands";
import type { DeviceControl } from "@terrarium/contract/proxy-messages";
import { EllipsisVertical, PackagePlus } from "lucide-react";
import { useEffect, useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { t } from "../../language/text.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Menu, MenuCheckItem, MenuGroup, MenuItem } from "../../ui/Menu.tsx";
import { toast } from "../../ui/toast.ts";
import { type BoxAccess, callBox } from "./box-call.ts";
import type { DeviceAction } from "./device-actions.ts";

/** Levels of the battery on offer, in percent. */
const LEVELS = [100, 50, 15, 5];

export interface DeviceMenuProps {
  isDisabled: boolean;
  side: "right" | "top";
  box: BoxAccess;
  controls: readonly DeviceControl[];
  /** Actions without space in the toolbar. */
  actions: readonly DeviceAction[];
  onInstall: () => void;
}

/** The actions without a button of their own, and the settings of a device. */
export function DeviceMenu({ isDisabled, side, box, controls, actions, onInstall }: DeviceMenuProps) {
  return (
    <Menu
      side={side}
      trigger={
        <IconButton label={t("More of the device")} disabled={isDisabled}>
          <EllipsisVertical size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      }
    >
      {actions.map(({ label, Icon, isRed = false, run }) => (
        <MenuItem key={label} isDestructive={isRed} onSelect={run}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {label}
        </MenuItem>
      ))}
      {controls.includes("install") && (
        <MenuItem onSelect={onInstall}>
          <PackagePlus size={16} strokeWidth={1.75} aria-hidden />
          {t("Install an app (.apk)")}
        </MenuItem>
      )}
      <Settings box={box} controls={controls} />
    </Menu>
  );
}

interface Device {
  isOffline: boolean;
  batteryPercent: number;
}

/** Battery and network of a device, with the current values. They are read when the menu opens. */
function Settings({ box, controls }: Pick<DeviceMenuProps, "box" | "controls">) {
  const isNeeded = controls.includes("battery") || controls.includes("airplane");
  const { sandboxId, token } = box;
  const [device, setDevice] = useState<Device>();
  useEffect(() => {
    if (!isNeeded) return;
    const stop = new AbortController();
    readDevice({ sandboxId, token }, stop.signal).then(
      setDevice,
      (error: unknown) => stop.signal.aborted || report(error),
    );
    return () => stop.abort();
  }, [isNeeded, sandboxId, token]);
  const change = (command: string) => void run(box, command).catch(report);
  return (
    <>
      {controls.includes("airplane") && (
        <MenuCheckItem
          checked={device?.isOffline ?? false}
          disabled={device === undefined}
          onSelect={() => change(`cmd connectivity airplane-mode ${device?.isOffline === true ? "disable" : "enable"}`)}
        >
          {t("Airplane mode")}
        </MenuCheckItem>
      )}
      {controls.includes("battery") && (
        <MenuGroup label={t("Battery")}>
          {LEVELS.map((level) => (
            <MenuCheckItem
              key={level}
              checked={device?.batteryPercent === level}
              disabled={device === undefined}
              onSelect={() => change(batteryCommand(level))}
            >
              {level} %
            </MenuCheckItem>
          ))}
        </MenuGroup>
      )}
    </>
  );
}

async function readDevice(box: BoxAccess, signal: AbortSignal): Promise<Device> {
  const [airplane, level] = (await run(box, "cmd connectivity airplane-mode; cmd battery get level", signal)).split(
    "\n",
  );
  return { isOffline: airplane === "enabled", batteryPercent: Number(level) };
}

/** A full battery is the device's real state, with its power source. */
const batteryCommand = (level: number): string =>
  level === 100 ? "cmd battery reset" : `cmd battery unplug; cmd battery set level ${level}`;

async function run(box: BoxAccess, command: string, signal?: AbortSignal): Promise<string> {
  const { exitCode, stdout, stderr } = await callBox(executeBoxCommands, box, { command }, signal);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout;
}

const report = (error: unknown): void =>
  toast.error(t("The device could not be changed"), { description: messageOf(error) });
