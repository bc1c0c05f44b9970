import { execFileSync } from "node:child_process";
import { measureRelay } from "./relay.ts";

/** Runs in a separate network whose selected ports have a limited speed in Mbit/s. Prints its measurements. */
const [mbit] = process.argv.slice(2);
const tc = (args: string) => execFileSync("tc", args.split(" "));

execFileSync("ip", ["link", "set", "lo", "up"]);
const rounds = await measureRelay(async (ports) => {
  // Traffic without a filter is not limited.
  tc("qdisc add dev lo root handle 1: htb");
  tc(`class add dev lo parent 1: classid 1:1 htb rate ${mbit}mbit burst 256kb cburst 256kb quantum 60000`);
  for (const port of ports)
    for (const side of ["sport", "dport"])
      tc(`filter add dev lo parent 1: protocol ip u32 match ip ${side} ${port} 0xffff flowid 1:1`);
});
process.stdout.write(JSON.stringify(rounds));
process.exit(0);
