import { CommandError } from "@terrarium/phone-shell/command-error";
import { androidCommand } from "../android-command.ts";
import { services } from "./services.ts";

const USAGE = `Usage: service [-h|-?]
       service list
       service check SERVICE
       service call SERVICE CODE [i32 N | i64 N | f N | d N | s16 STR | null ...] ...
`;
/** Exit code of `service` for a wrong command line (AOSP cmds/service/service.cpp). */
const WRONG_USE = 10;

/** `service list|check|call`: finds services by their binder names. */
export const serviceCommand = androidCommand("service", async ({ args: [action, name, code] }) => {
  if (action === "list") {
    const rows = [...services].map(([each, service], i) => `${i}\t${each}: [${service.interface}]\n`);
    return `Found ${services.size} services:\n${rows.join("")}`;
  }
  if (action === "check") {
    if (name === undefined)
      throw new CommandError(`service: No service specified for check\n${USAGE.trimEnd()}`, WRONG_USE);
    return `Service ${name}: ${services.has(name) ? "" : "not "}found\n`;
  }
  if (action === "call") {
    if (name === undefined || code === undefined) {
      const missing = name === undefined ? "No service specified for call" : "No code specified for call";
      throw new CommandError(`service: ${missing}\n${USAGE.trimEnd()}`, WRONG_USE);
    }
    if (!services.has(name)) throw new CommandError(`service: Service ${name} does not exist`, WRONG_USE);
    // There is no binder, so every transaction fails as unknown to the service.
    return `Result: Parcel(Error: 0xffffffffffffffb6 "Not a data message")\n`;
  }
  if (action === undefined || action === "-h" || action === "-?") return USAGE;
  throw new CommandError(`service: Unknown command ${action}\n${USAGE.trimEnd()}`, WRONG_USE);
});
