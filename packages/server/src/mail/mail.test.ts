import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { describeOnBothDatabases, temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { queueMail } from "./queue.ts";
import { createMailService } from "./service.ts";
import { createMailStore, type QueuedMail } from "./store.ts";
import { createOutboxTransport, createSmtpTransport, type MailTransport } from "./transport.ts";

const MINUTE_MS = 60_000;
const START = Date.parse("2026-11-21T09:00:00Z");
const FROM = "Terrarium <noreply@terrarium.example>";
const MAIL = { recipient: "ada@example.com", subject: "Ada's Team: 80% – mehr", body: "Hello,\n\n80 % of it.\n" };
const QUEUED = { ...MAIL, id: "mail_1", createdAt: START, attempts: 1 };
const log = pino({ level: "silent" });
const folder = temporaryFolder();

describeOnBothDatabases("the mail queue", (database) => {
  const createWorld = (send: MailTransport["send"]) => {
    const world = { now: START };
    const open = () =>
      createMailService({ store: createMailStore(database()), transport: { send }, log }, () => world.now);
    return { world, open };
  };

  test("one server sends each mail, once", async () => {
    const sent: string[] = [];
    const { open } = createWorld(async (mail) => void sent.push(mail.id));
    for (let i = 0; i < 10; i++) await queueMail(database(), MAIL, START);
    await Promise.all([open().sendDue(), open().sendDue(), open().sendDue()]);
    expect(new Set(sent).size).toBe(10);
    expect(sent).toHaveLength(10);
    await open().sendDue();
    expect(sent).toHaveLength(10);
  });

  test("retries a rejected mail with growing delays and the same id", async () => {
    const tries: Array<[minute: number, id: string]> = [];
    const { world, open } = createWorld(async (mail) => {
      tries.push([(world.now - START) / MINUTE_MS, mail.id]);
      if (tries.length < 4) throw new Error("451 try later");
    });
    await queueMail(database(), MAIL, START);
    for (let minute = 0; minute < 20; minute++) {
      world.now = START + minute * MINUTE_MS;
      await open().sendDue();
    }
    expect(tries.map(([minute]) => minute)).toEqual([0, 1, 3, 7]);
    expect(new Set(tries.map(([, id]) => id)).size).toBe(1);
  });

  test("sends mail postponed by a wrong clock after its correction", async () => {
    let isUp = false;
    let sent = 0;
    const { world, open } = createWorld(async () => {
      if (!isUp) throw new Error("451 try later");
      sent += 1;
    });
    world.now = START + 10 * 24 * 60 * MINUTE_MS;
    await queueMail(database(), MAIL, world.now);
    await open().sendDue();
    [isUp, world.now] = [true, START];
    await open().sendDue();
    expect(sent).toBe(1);
  });

  test("the next server sends a killed server's mail", async () => {
    const { world, open } = createWorld(async () => void (count += 1));
    let count = 0;
    await queueMail(database(), MAIL, START);
    await createMailStore(database()).claim(START, START + 2 * MINUTE_MS);
    await open().sendDue();
    expect(count).toBe(0);
    world.now = START + 2 * MINUTE_MS;
    await open().sendDue();
    expect(count).toBe(1);
  });

  test("does not resend an accepted mail that cannot be removed", async () => {
    const sent: string[] = [];
    const store = createMailStore(database());
    let isRemoving = false;
    const remove = (id: string) => (isRemoving ? store.remove(id) : Promise.reject(new Error("not now")));
    const transport = { send: async ({ id }: QueuedMail) => void sent.push(id) };
    const world = { now: START };
    const mails = createMailService({ store: { ...store, remove }, transport, log }, () => world.now);
    await queueMail(database(), MAIL, START);
    await expect(mails.sendDue()).rejects.toThrow("not now");
    world.now += MINUTE_MS;
    await expect(mails.sendDue()).rejects.toThrow("not now");
    await createMailService({ store, transport, log }, () => world.now).sendDue();
    isRemoving = true;
    world.now += 60 * MINUTE_MS;
    await mails.sendDue();
    expect(sent).toHaveLength(1);
    expect(await store.count()).toBe(0);
  });

  test("drops a mail after three days", async () => {
    const { world, open } = createWorld(async () => Promise.reject(new Error("550 no such user")));
    await queueMail(database(), MAIL, START);
    world.now = START + 3 * 24 * 60 * MINUTE_MS + 1;
    await open().sendDue();
    expect(await database().selectFrom("mails").selectAll().execute()).toEqual([]);
  });
});

test("without SMTP, writes each mail to one file", async () => {
  const outbox = path.join(folder, "outbox");
  const transport = createOutboxTransport(outbox, FROM);
  await transport.send(QUEUED);
  await transport.send(QUEUED);
  expect(readdirSync(outbox)).toEqual(["mail_1.eml"]);
  const text = readFileSync(path.join(outbox, "mail_1.eml"), "utf8");
  expect(text).toMatch(/^From: Terrarium <noreply@terrarium\.example>\r$/m);
  expect(text).toMatch(/^To: ada@example\.com\r$/m);
  expect(text).toMatch(/^Message-ID: <mail_1@terrarium\.example>\r$/m);
  expect(text).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(text).toContain("Hello,\r\n\r\n80 % of it.");
});

test("a name with line breaks adds no header", async () => {
  const outbox = path.join(folder, "injected");
  await createOutboxTransport(outbox, FROM).send({ ...QUEUED, subject: "x\r\nBcc: all@example.com" });
  expect(readFileSync(path.join(outbox, "mail_1.eml"), "utf8")).not.toMatch(/^Bcc:/m);
});

test("reports an unwritable outbox", async () => {
  const file = path.join(folder, "file");
  writeFileSync(file, "");
  await expect(createOutboxTransport(file, FROM).send(QUEUED)).rejects.toThrow(/EEXIST|ENOTDIR/);
});

/** Starts a minimal SMTP server (RFC 5321) that accepts one mail. `recipientAnswer`: its response to RCPT TO. */
async function startSmtpServer(recipientAnswer: string): Promise<{ url: string; lines: string[] }> {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    let rest = "";
    socket.on("error", () => {});
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      const parts = (rest + chunk.toString()).split("\r\n");
      rest = parts.pop() ?? "";
      for (const line of parts) {
        lines.push(line);
        if (isData) {
          if (line !== ".") continue;
          isData = false;
          socket.write("250 queued\r\n");
        } else if (line === "DATA") {
          isData = true;
          socket.write("354 go on\r\n");
        } else if (line.startsWith("RCPT")) socket.write(`${recipientAnswer}\r\n`);
        else if (line === "QUIT") socket.end("221 bye\r\n");
        else socket.write("250 ok\r\n");
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("unreachable");
  return { url: `smtp://127.0.0.1:${address.port}?ignoreTLS=true`, lines };
}

test("with SMTP, sends mail to the server", async () => {
  const { url, lines } = await startSmtpServer("250 ok");
  await createSmtpTransport(url, FROM).send(QUEUED);
  expect(lines).toContain("MAIL FROM:<noreply@terrarium.example>");
  expect(lines).toContain("RCPT TO:<ada@example.com>");
  expect(lines).toContain("Message-ID: <mail_1@terrarium.example>");
});

test("a rejected mail counts as not sent", async () => {
  const { url } = await startSmtpServer("550 no such user");
  await expect(createSmtpTransport(url, FROM).send(QUEUED)).rejects.toThrow("550 no such user");
});
