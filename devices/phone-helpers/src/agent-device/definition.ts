import type { BroadcastAnswer, HelperIntent } from "@terrarium/phone-system/helper-programs";
import type { HelperDefinition, HelperPhone } from "../host/helper-definition.ts";
import { clearFocused, commitText } from "../screen/type-text.ts";

const SNAPSHOT = "com.callstack.agentdevice.snapshothelper";
const IME = "com.callstack.agentdevice.imehelper";
const INPUT_METHOD = ".TestInputMethodService";

/** Types while it is the selected input method; otherwise Android does not run it. */
async function receive({ action, extras }: HelperIntent, phone: HelperPhone): Promise<BroadcastAnswer | undefined> {
  if (extras["protocol"] !== "android-ime-helper-v1") return undefined;
  if (phone.ui.settings.get("secure", "default_input_method") !== `${IME}/${INPUT_METHOD}`) return undefined;
  if (action === `${IME}.ACTION_INPUT_TEXT_B64`)
    commitText(phone, Buffer.from(extras["text"] ?? "", "base64").toString());
  else if (action === `${IME}.ACTION_CLEAR_TEXT`) clearFocused(phone);
  else return undefined;
  return { resultCode: 0 };
}

/** The helpers of npm's agent-device 0.21: github.com/callstackincubator/agent-device. */
export const agentDevice: HelperDefinition = {
  apks: {
    [SNAPSHOT]: {
      instrumentation: {
        runner: `${SNAPSHOT}.SnapshotInstrumentation`,
        target: SNAPSHOT,
        load: async () => (await import("./snapshot-helper.ts")).runSnapshotHelper,
      },
    },
    [IME]: { inputMethods: { [INPUT_METHOD]: {} }, receive },
  },
};
