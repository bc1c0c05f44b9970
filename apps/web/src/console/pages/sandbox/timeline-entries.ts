import type { DeviceAction } from "@terrarium/contract/actions";
import { DEVICE_START_TIMEOUT_MS } from "@terrarium/contract/limits";
import { OUTCOME_OK } from "@terrarium/contract/outcome";
import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { t } from "../../../language/text.ts";
import { endWords } from "../sandboxes/end-words.ts";

export interface TimelineEntry {
  id: string;
  /** Time of the wire. */
  at: string;
  words: string;
  /** Where on the screen, in its pixels: x and y, of a swipe also those of its end. */
  way: readonly number[];
  /** In small: a path, how long it took. */
  note: string;
  actorName: string | undefined;
  isProgram: boolean;
  /** What went wrong, as an error code. */
  failure: string | undefined;
  isLife: boolean;
}

/** What was done on a device, and its life before and after, newest first. */
export function timelineEntries(sandbox: SandboxDetails, actions: readonly DeviceAction[]): TimelineEntry[] {
  return [...endOf(sandbox), ...actions.map(entryOf), ...beginningOf(sandbox)];
}

const life = (id: string, at: string, words: string, note = ""): TimelineEntry => ({
  id,
  at,
  words,
  way: [],
  note,
  actorName: undefined,
  isProgram: false,
  failure: undefined,
  isLife: true,
});

const endOf = ({ endedAt, endReason }: SandboxDetails): TimelineEntry[] =>
  endedAt === null
    ? []
    : [life("ended", endedAt, t("The sandbox ended"), endReason === null ? "" : endWords(endReason))];

function beginningOf({ createdAt, startedAt, status, templateName }: SandboxDetails): TimelineEntry[] {
  const asked = life("asked", createdAt, t("A {template} was asked for", { template: templateName }));
  if (status === "Starting" || startedAt === createdAt) return [asked];
  const tookMs = Date.parse(startedAt) - Date.parse(createdAt);
  // One that was stopped was ready, for the last time, long after.
  const note = tookMs > DEVICE_START_TIMEOUT_MS ? "" : t("after {count} ms", { count: tookMs });
  return [life("ready", startedAt, t("The device was ready"), note), asked];
}

function entryOf({ id, at, kind, detail, durationMs, outcome, actorKind, actorName }: DeviceAction): TimelineEntry {
  const isPointed = kind === "tap" || kind === "swipe" || kind === "scroll";
  return {
    id,
    at,
    words: wordsOf(kind, detail),
    way: isPointed ? detail.split(" ").map(Number).filter(Number.isFinite) : [],
    note: [isPointed ? placeWords(detail) : "", durationMs > 0 ? `${durationMs} ms` : ""].filter(Boolean).join(" · "),
    actorName: actorName ?? t("Somebody who left"),
    isProgram: actorKind === "api_key",
    failure: outcome === OUTCOME_OK ? undefined : outcome,
    isLife: false,
  };
}

function wordsOf(kind: DeviceAction["kind"], detail: string): string {
  switch (kind) {
    case "tap":
      return t("Tapped");
    case "swipe":
      return t("Swiped");
    case "scroll":
      return t("Scrolled");
    case "key":
      return t("Pressed {key}", { key: detail });
    case "text":
      return t("Typed {count} characters", { count: detail });
    case "paste":
      return t("Pasted {count} characters", { count: detail });
    case "clipboard":
      return t("Put {count} characters into the clipboard", { count: detail });
    case "rotate":
      return t("Rotated the device");
    case "shell":
      return t("Opened a shell");
    case "adb":
      return t("Connected by ADB");
    case "command":
      return t("Ran {command}", { command: detail });
    case "upload":
      return t("Uploaded {path}", { path: detail });
    case "download":
      return t("Downloaded {path}", { path: detail });
    case "rename":
      return t("Renamed {path}", { path: detail });
    case "remove":
      return t("Removed {path}", { path: detail });
    case "open":
      return t("Opened {app}", { app: detail });
    case "close":
      return t("Closed {app}", { app: detail });
    case "resize":
      return t("Resized the screen to {size}", { size: detail });
    case "proxy":
      return detail === "" ? t("Removed the proxy") : t("Set the proxy to {proxy}", { proxy: detail });
    case "install":
      return t("Installed {app}", { app: detail });
    case "uninstall":
      return t("Uninstalled {app}", { app: detail });
  }
}

/** "360 1020" as x 360 y 1020, and with an arrow to where a swipe ended. */
function placeWords(detail: string): string {
  const [x, y, endX, endY] = detail.split(" ");
  const start = `x ${x} y ${y}`;
  return endX === undefined ? start : `${start} → x ${endX} y ${endY}`;
}
