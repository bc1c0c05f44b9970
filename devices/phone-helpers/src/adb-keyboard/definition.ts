import type { BroadcastAnswer, HelperIntent } from "@terrarium/phone-system/helper-programs";
import type { HelperDefinition, HelperPhone } from "../host/helper-definition.ts";
import { clearFocused, commitText, pressKey } from "../screen/type-text.ts";

const PACKAGE = "com.android.adbkeyboard";
const INPUT_METHOD = ".AdbIME";
const LAST_KEY_CODE = 318;

/** Android's key codes are small numbers; others press nothing. */
function pressCode(phone: HelperPhone, code: string | undefined): void {
  const keyCode = Number(code);
  if (Number.isInteger(keyCode) && keyCode >= 0 && keyCode <= LAST_KEY_CODE) pressKey(phone, keyCode);
}

function commitCharacters(phone: HelperPhone, chars = ""): void {
  const points = chars.split(",").map(Number);
  if (points.every((point) => Number.isInteger(point) && point >= 0 && point <= 0x10ffff))
    commitText(phone, String.fromCodePoint(...points));
}

type Receiver = (phone: HelperPhone, extras: Readonly<Record<string, string>>) => void;

const RECEIVERS: Readonly<Record<string, Receiver>> = {
  ADB_INPUT_TEXT: (phone, { msg = "" }) => commitText(phone, msg),
  ADB_INPUT_B64: (phone, { msg = "" }) => commitText(phone, Buffer.from(msg, "base64").toString()),
  ADB_INPUT_CHARS: (phone, { chars }) => commitCharacters(phone, chars),
  ADB_INPUT_CODE: (phone, { code }) => pressCode(phone, code),
  ADB_CLEAR_TEXT: clearFocused,
};

/** Types while it is the selected input method; otherwise Android does not run it. */
async function receive(
  { action = "", extras }: HelperIntent,
  phone: HelperPhone,
): Promise<BroadcastAnswer | undefined> {
  const receiver = Object.hasOwn(RECEIVERS, action) ? RECEIVERS[action] : undefined;
  const selected = phone.ui.settings.get("secure", "default_input_method");
  if (!receiver || selected !== `${PACKAGE}/${INPUT_METHOD}`) return undefined;
  receiver(phone, extras);
  return { resultCode: 0 };
}

/** The keyboard of github.com/senzhk/ADBKeyBoard, which types what broadcasts say. */
export const adbKeyboard: HelperDefinition = {
  apks: { [PACKAGE]: { inputMethods: { [INPUT_METHOD]: {} }, receive } },
};
