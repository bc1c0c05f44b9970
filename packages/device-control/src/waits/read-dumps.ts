import type { DeviceSession } from "../device/device-session.ts";

/** An item that appears on a device, with an identity and a time by the device's clock. */
interface Item {
  key: string;
  /** Epoch milliseconds. */
  atMs: number;
}

/** Returns the new ones of all items. `nowMs`: the device's clock. */
export type Seen = <Each extends Item>(items: readonly Each[], nowMs: number) => Each[];

const NOW = "date +%s";
/** AOSP prints columns in the order of the projection. The text comes last, because it may contain anything. */
const TEXTS = "content query --uri content://sms/inbox --projection _id:date:address:body";
const TEXT = /^Row: \d+ _id=(\d+), date=(\d+), address=(.*?), body=([^]*)$/;
const NOTIFICATIONS = "dumpsys notification --noredact";

/** Returns the new received messages of a phone. Rejects with AppError device_failed. */
export async function newTexts(session: Pick<DeviceSession, "run">, isNew: Seen) {
  const { nowMs, text } = await ask(session, TEXTS);
  const messages = text.split(/^(?=Row: \d+ _id=)/m).flatMap((row) => {
    const [, id = "", date, from = "", body = ""] = TEXT.exec(row.replace(/\n$/, "")) ?? [];
    return date === undefined ? [] : [{ key: id, atMs: Number(date), from, text: body }];
  });
  return isNew(messages, nowMs);
}

/** Returns the new notifications of a phone. Rejects with AppError device_failed. */
export async function newNotifications(session: Pick<DeviceSession, "run">, isNew: Seen) {
  const { nowMs, text } = await ask(session, NOTIFICATIONS);
  const notifications = text.split(/^(?=\s*NotificationRecord\()/m).flatMap((record) => {
    const [, name] = /^\s*NotificationRecord\([^\n]*\bpkg=(\S+)/.exec(record) ?? [];
    if (name === undefined) return [];
    const [, id = ""] = /\bkey=([^\s:)]+)/.exec(record) ?? [];
    const [, when = "0"] = /\bwhen=(\d+)/.exec(record) ?? [];
    const [title, words] = ["title", "text"].map(
      (field) => new RegExp(`android\\.${field}=\\w+ \\((.*)\\)$`, "m").exec(record)?.[1] ?? "",
    );
    return [
      {
        key: `${id} ${when} ${title} ${words}`,
        atMs: Number(when),
        package: name,
        title: title ?? "",
        text: words ?? "",
      },
    ];
  });
  return isNew(notifications, nowMs);
}

async function ask(session: Pick<DeviceSession, "run">, command: string): Promise<{ nowMs: number; text: string }> {
  const { stdout } = await session.run(`${NOW}; ${command}`);
  const answer = Buffer.from(stdout).toString();
  const [now = ""] = answer.split("\n", 1);
  return { nowMs: Number(now) * 1_000, text: answer.slice(now.length + 1) };
}
