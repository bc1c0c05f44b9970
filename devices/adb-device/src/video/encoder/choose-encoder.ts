import type { ScreenEncoderName } from "@terrarium/scrcpy/screen-encoders";
import type { Log } from "../../ports/log.ts";
import { openOpenH264 } from "./openh264-encoder.ts";
import type { OpenScreenEncoder } from "./screen-encoder.ts";
import { openX264 } from "./x264-encoder.ts";

/** Returns the function that opens the encoder of this name. Loads nothing until it is called. */
export function chooseEncoder(name: ScreenEncoderName, log: Log): OpenScreenEncoder {
  if (name === "openh264") return openOpenH264;
  if (name === "x264") return openX264;
  return preferEncoder(openOpenH264, openX264, log);
}

/** Opens the first encoder, or the second if the first fails. Logs the first failure. */
export function preferEncoder(first: OpenScreenEncoder, second: OpenScreenEncoder, log: Log): OpenScreenEncoder {
  let isLogged = false;
  return async (options) => {
    try {
      return await first(options);
    } catch (error) {
      if (!isLogged) log("OpenH264 does not encode the screen; x264 does", { error: String(error) });
      isLogged = true;
      return await second(options);
    }
  };
}
