import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { QueuedMail } from "./store.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/** The library is loaded with the first mail: starting a server should not wait for it. */
const loadMailer = () => import("nodemailer");

export interface MailTransport {
  /** Rejects if the mail was not accepted. */
  send(mail: QueuedMail): Promise<void>;
}

/** Hands mails to an SMTP server: `smtp://user:password@host:587`, `smtps://…`. */
export function createSmtpTransport(url: string, from: string): MailTransport {
  const options = {
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  };
  return {
    async send(mail) {
      const { createTransport } = await loadMailer();
      await createTransport(options).sendMail(toMessage(mail, from));
    },
  };
}

/** Writes mails to a folder, one file each (RFC 5322), which appears complete or not at all. */
export function createOutboxTransport(folder: string, from: string): MailTransport {
  return {
    async send(mail) {
      const { createTransport } = await loadMailer();
      const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message } = await transport.sendMail(toMessage(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${mail.id}.eml`);
      await writeFile(`${file}.tmp`, message, { mode: 0o600 });
      await rename(`${file}.tmp`, file);
    },
  };
}

function toMessage({ id, recipient, subject, body, createdAt }: QueuedMail, from: string) {
  const host = from.replace(/^.*@|>$/g, "");
  return {
    from,
    // Not parsed as a list of addresses.
    to: { name: "", address: recipient },
    subject,
    text: body,
    date: new Date(createdAt),
    // The same when it is sent again, so that receivers can tell.
    messageId: `<${id}@${host}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
