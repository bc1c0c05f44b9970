import { CommandError } from "@terrarium/phone-shell/command-error";
import { androidCommand, FailedAnswer } from "../android-command.ts";

/** The device's only interface is its loopback, as on a phone without any network. */
const LOOPBACK = "lo";

const LINK = `1: ${LOOPBACK}: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
`;
const ADDRESSES = {
  inet: "    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever\n",
  inet6: "    inet6 ::1/128 scope host \n       valid_lft forever preferred_lft forever\n",
};
const RULES = "0:\tfrom all lookup local \n32766:\tfrom all lookup main \n32767:\tfrom all lookup default \n";
const USAGE = "Usage: ip [-4|-6|-f FAMILY] [-o] { address | link | route | rule | neighbour } [show [dev] NAME]";
/** Exit code of iproute2 when the kernel refuses. */
const REFUSED = 2;

/** `ip`: prints addresses, links, routes and rules as iproute2 does. It cannot change them. */
export const ipCommand = androidCommand("ip", async ({ args }) => {
  let families: readonly (keyof typeof ADDRESSES)[] = ["inet", "inet6"];
  let oneLine = false;
  let at = 0;
  for (; args[at]?.startsWith("-"); at++) {
    const option = args[at] === "-f" ? (args[++at] ?? "") : args[at];
    if (option === "-4" || option === "inet") families = ["inet"];
    else if (option === "-6" || option === "inet6") families = ["inet6"];
    else if (option === "-o" || option === "-oneline") oneLine = true;
    else if (option !== "-br" && option !== "-s")
      throw new CommandError(`Option "${option}" is unknown, try "ip -help".`, 255);
  }
  const [object = "", action = "show", ...rest] = args.slice(at);
  if (object === "") throw new FailedAnswer(USAGE, 255);
  const meant = (name: string) => object !== "" && name.startsWith(object);
  if (!["show", "list", "ls", "lst"].includes(action)) {
    if (meant("route") && action === "get")
      throw new CommandError("RTNETLINK answers: Network is unreachable", REFUSED);
    throw new CommandError("RTNETLINK answers: Operation not permitted", REFUSED);
  }
  const name = rest.find((word) => word !== "dev" && word !== "up");
  if (meant("route") || meant("neighbour")) return "";
  if (meant("rule")) return RULES;
  if (!meant("address") && !meant("link")) throw new CommandError(`Object "${object}" is unknown, try "ip help".`, 1);
  if (name !== undefined && name !== LOOPBACK) throw new CommandError(`Device "${name}" does not exist.`, 1);
  if (meant("link")) return oneLine ? LINK.replace("\n", "\\") : LINK;
  const shown = families.map((family) => ADDRESSES[family]);
  return oneLine ? shown.map((text) => `1: ${LOOPBACK} ${text.replace("\n", "\\")}`).join("") : LINK + shown.join("");
});

const CONFIGURATION = `${LOOPBACK}        Link encap:Local Loopback  
          inet addr:127.0.0.1  Mask:255.0.0.0 
          inet6 addr: ::1/128 Scope: Host
          UP LOOPBACK RUNNING  MTU:65536  Metric:1
          RX packets:0 errors:0 dropped:0 overruns:0 frame:0 
          TX packets:0 errors:0 dropped:0 overruns:0 carrier:0 
          collisions:0 txqueuelen:1000 
          RX bytes:0 TX bytes:0 

`;

/** `ifconfig [-a] [NAME]`, as toybox prints it. */
export const ifconfigCommand = androidCommand("ifconfig", async ({ args }) => {
  const [name, ...changes] = args.filter((arg) => arg !== "-a");
  if (name !== undefined && name !== LOOPBACK) throw new CommandError(`ifconfig: ${name}: No such device`);
  if (changes.length > 0) throw new CommandError(`ifconfig: ${changes[0]}: Operation not permitted`);
  return CONFIGURATION;
});
