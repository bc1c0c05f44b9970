import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { QueuedMail } from "./store.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/** Loads the library with the first mail, so that it does not delay the server's start. */
const loadMailer = () => import("nodemailer");

export interface MailTransport {
  /** Rejects if the mail was not accepted. */
  send(mail: QueuedMail): Promise<void>;
}

/** Creates a transport to an SMTP server: `smtp://user:password@host:587`, `smtps://…`. */
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

/**
 * Creates a transport that writes mails to a folder, one file each (RFC 5322). A file appears complete or not at all.
 */
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
    // As an object, because a text would be parsed as a list of addresses.
    to: { name: "", address: recipient },
    subject,
    text: body,
    date: new Date(createdAt),
    // The same for each attempt, so that receivers recognize duplicates.
    messageId: `<${id}@${host}>`,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
