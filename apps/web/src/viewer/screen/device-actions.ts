import type { DeviceControl } from "@terrarium/contract/proxy-messages";
import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import { ClipboardPaste, type LucideIcon, Power, RotateCcwSquare, Volume1, Volume2 } from "lucide-react";
import { t } from "../../language/text.ts";
import { toast } from "../../ui/toast.ts";
import type { InputTarget } from "./input-target.ts";

/** An action of the toolbar on the device. */
export interface DeviceAction {
  label: string;
  Icon: LucideIcon;
  isRed?: boolean;
  /** Whether it is in progress. It then ignores clicks. */
  isBusy?: boolean;
  run: () => void;
}

/** Returns the available actions that need only the screen's connection. */
export function deviceActions(
  controls: readonly DeviceControl[],
  target: Pick<InputTarget, "send">,
  press: (keyCode: number) => void,
): DeviceAction[] {
  const actions: Partial<Record<DeviceControl, DeviceAction[]>> = {
    rotate: [{ label: t("Rotate"), Icon: RotateCcwSquare, run: () => target.send({ type: "rotateDevice" }) }],
    buttons: [
      { label: t("Volume down"), Icon: Volume1, run: () => press(KEY_CODES.volumeDown) },
      { label: t("Volume up"), Icon: Volume2, run: () => press(KEY_CODES.volumeUp) },
      { label: t("Power"), Icon: Power, run: () => press(KEY_CODES.power) },
    ],
    paste: [{ label: t("Paste"), Icon: ClipboardPaste, run: () => void paste(target) }],
  };
  return controls.flatMap((control) => actions[control] ?? []);
}

/** Pastes the browser's clipboard on the device. */
async function paste(target: Pick<InputTarget, "send">): Promise<void> {
  try {
    const text = await navigator.clipboard.readText();
    if (text !== "") target.send({ type: "setClipboard", sequence: 0n, paste: true, text });
  } catch {
    toast.error(t("This browser does not share its clipboard"), {
      description: t("Allow it for this page, or click the screen and press the keys for pasting."),
    });
  }
}
