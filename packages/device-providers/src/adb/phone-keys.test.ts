import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { runCommand } from "@terrarium/device-control/adb/commands";
import { createSecretBox } from "@terrarium/platform/secrets/secret-box";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { startTestPhones } from "../testing/test-phones.ts";
import { createPhoneKeys, readOrCreatePhoneKey } from "./phone-keys.ts";
import { withPhone } from "./phone-reset.ts";
import { readRoute } from "./phone-route.ts";

const BOX = createSecretBox("a secret that is long enough for tests");
const ROUTE = "10.0.0.7:5555";

describeOnBothDatabases("keys of phones", (database) => {
  test("creates one key per phone despite races, and seals it", async () => {
    const [one, another, other] = await Promise.all([
      readOrCreatePhoneKey(database(), BOX, ROUTE),
      readOrCreatePhoneKey(database(), BOX, ROUTE),
      readOrCreatePhoneKey(database(), BOX, "10.0.0.8:5555"),
    ]);
    expect(one).toEqual(another);
    expect(one.authorizedKey).not.toBe(other.authorizedKey);
    const kept = await database().selectFrom("settings").select("value").where("key", "like", "adb-key %").execute();
    expect(kept).toHaveLength(2);
    for (const { value } of kept) expect(value).not.toContain("PRIVATE");
  });

  test("logs public keys once, and creates none behind adb servers", async () => {
    const told: string[] = [];
    const keys = createPhoneKeys(database(), BOX, { info: ({ route }: { route: string }) => void told.push(route) });
    const phone = readRoute(ROUTE) ?? { host: "", port: 0 };
    expect(await keys.privateKeyPemOf(phone)).toBe(await keys.privateKeyPemOf(phone));
    expect(await keys.privateKeyPemOf({ ...phone, serial: "emulator-5554" })).toBe("");
    expect(told).toEqual([ROUTE]);
  });

  test("rejects an impostor that forwards another phone's challenge", async () => {
    const { phones, remove } = await startTestPhones(1);
    onTestFinished(remove);
    const [phone] = phones;
    if (!phone) throw new Error("no phone was started");
    const passing = createServer((socket) => {
      const there = connect(phone.port, "127.0.0.1");
      for (const each of [socket, there]) each.on("error", () => undefined);
      socket.pipe(there).pipe(socket);
    }).listen(0, "127.0.0.1");
    await once(passing, "listening");
    onTestFinished(() => void passing.close());
    const keys = createPhoneKeys(database(), BOX, pino({ level: "silent" }));
    phone.allow((await readOrCreatePhoneKey(database(), BOX, phone.route)).authorizedKey);
    const sayHere = async (port: number) => {
      const address = { host: "127.0.0.1", port };
      const target = { address, adbPrivateKeyPem: await keys.privateKeyPemOf(address) };
      const { stdout } = await withPhone(target, ({ adb }) => runCommand(adb, "echo here"));
      return Buffer.from(stdout).toString();
    };
    expect(await sayHere(phone.port)).toBe("here\n");
    await expect(sayHere((passing.address() as AddressInfo).port)).rejects.toThrow(/key|auth/i);
  });
});
