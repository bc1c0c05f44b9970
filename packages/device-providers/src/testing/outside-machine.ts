import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

const blocks = {
  /** A public address for the egress rules. No real traffic goes there. */
  public: "11.77.0",
  /** An address for documentation (RFC 5737). The egress rules treat it as internal. */
  inside: "198.51.100",
};
let made = 0;

/**
 * Creates another machine, as containers see it: a linked network namespace with an HTTP server on port 80. It answers
 * "reached" until the end of the test. Returns its address. Needs root.
 */
export async function makeOutsideMachine(block: keyof typeof blocks): Promise<string> {
  const ip = (...args: string[]) => execFileSync("ip", args, { stdio: ["ignore", "ignore", "pipe"] });
  // Unique names, because other processes may run these tests on this machine at the same time.
  const name = (prefix: string) => `${prefix}${process.pid}${made}`;
  const [space, near, far] = [name("trm"), name("trmn"), name("trmf")];
  const address = (last: number) => `${blocks[block]}.${4 * (process.pid % 60) + last}`;
  made += 1;
  ip("netns", "add", space);
  onTestFinished(() => void ip("netns", "del", space));
  ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", space);
  ip("address", "add", `${address(1)}/30`, "dev", near);
  ip("link", "set", near, "up");
  ip("-n", space, "address", "add", `${address(2)}/30`, "dev", far);
  ip("-n", space, "link", "set", far, "up");
  const script = `require("http").createServer((_, answer) => answer.end("reached")).listen(80, "${address(2)}", () => console.log("listens"))`;
  const listener = spawn("ip", ["netns", "exec", space, process.execPath, "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void listener.kill());
  await once(listener.stdout, "data");
  return address(2);
}
