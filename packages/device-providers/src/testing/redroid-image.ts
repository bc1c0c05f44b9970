import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { generateAdbKey } from "@terrarium/device-control/adb/adb-key";
import type { DockerEngine } from "./docker-engine.ts";

interface StandIn {
  /** Time from its start until it reports that it has booted, in milliseconds. Infinity: never. */
  bootMs: number;
  /** Feature missing on its machine. */
  without?: "binder";
}

/**
 * Starts the phone with redroid's boot arguments, and accepts every key: it answers the phone's challenge itself, with
 * its own key (AOSP protocol.txt, A_AUTH).
 */
const INIT = `
  const { spawn } = require("child_process");
  const { privateEncrypt, constants } = require("crypto");
  const { connect, createServer } = require("net");
  require("fs").writeFileSync("/tmp/started", process.argv.slice(2).join("\\n"));
  const boot = Object.fromEntries(process.argv.slice(2).map((word) => word.replace("androidboot.", "").split("=")));
  const options = {
    port: 5556, data: "/data/device", "authorized-keys": "/system/bin/authorized_keys",
    width: boot.redroid_width, height: boot.redroid_height, density: boot.redroid_dpi,
  };
  const words = Object.entries(options).flatMap(([name, value]) => ["--" + name, String(value)]);
  spawn("node", ["/app/devices/phone/dist/main.js", ...words], { stdio: "inherit" }).on("exit", (code) => process.exit(code ?? 1));
  const sha1 = Buffer.from("3021300906052b0e03021a05000414", "hex");
  const answerTo = (token) => {
    const padding = constants.RSA_PKCS1_PADDING;
    const signature = privateEncrypt({ key: PRIVATE_KEY, padding }, Buffer.concat([sha1, token]));
    const header = Buffer.alloc(24);
    header.write("AUTH");
    header.writeUInt32LE(2, 4);
    header.writeUInt32LE(signature.length, 12);
    header.writeUInt32LE(signature.reduce((sum, byte) => sum + byte, 0), 16);
    header.writeUInt32LE((header.readUInt32LE(0) ^ 0xffffffff) >>> 0, 20);
    return Buffer.concat([header, signature]);
  };
  createServer((client) => {
    const phone = connect(5556, "127.0.0.1");
    for (const [one, other] of [[client, phone], [phone, client]]) one.on("error", () => {}).on("close", () => other.destroy());
    client.pipe(phone);
    phone.once("data", (challenge) => {
      phone.write(answerTo(challenge.subarray(24, 44)));
      phone.pipe(client);
    });
  }).listen(5555, "0.0.0.0");`;

/**
 * For tests: builds an image that behaves like redroid, with the virtual phone in place of Android, because Android
 * boots on few machines. Its reports about the machine are real, except for binder.
 */
export async function buildRedroidStandIn(
  engine: DockerEngine,
  name: string,
  { bootMs, without }: StandIn,
): Promise<string> {
  const key = await generateAdbKey();
  const image = `terrarium-test/redroid-${name}`;
  const folder = mkdtempSync(path.join(tmpdir(), "trm-redroid-"));
  const bin = path.join(folder, "bin");
  mkdirSync(bin);
  const program = (file: string, script: string) =>
    writeFileSync(path.join(bin, file), `#!/bin/node\n${script}\n`, { mode: 0o755 });
  try {
    program(
      "getprop",
      `const { statSync } = require("fs");
      const isUp = Date.now() - statSync("/tmp/started").mtimeMs >= ${bootMs};
      console.log(process.argv[2] === "sys.boot_completed" && isUp ? "1" : "");`,
    );
    program(
      "cat",
      `for (const file of process.argv.slice(2)) {
        try { process.stdout.write(require("fs").readFileSync(file, "utf8")); }
        catch { console.error("cat: " + file + ": No such file or directory"); }
      }
      ${without === "binder" ? "" : 'console.log("nodev\\tbinder");'}`,
    );
    writeFileSync(path.join(bin, "authorized_keys"), `${key.authorizedKey}\n`);
    program("init", INIT.replace("PRIVATE_KEY", JSON.stringify(key.privateKeyPem)));
    writeFileSync(
      path.join(folder, "Dockerfile"),
      `FROM ${engine.image}\nUSER 0:0\nCOPY bin /system/bin\nENTRYPOINT ["/system/bin/init"]\nCMD []\n`,
    );
    engine.docker("build", "--tag", image, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return image;
}
