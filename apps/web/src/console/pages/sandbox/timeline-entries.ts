import { type DeviceAction, RECORDING_STEPS, type RecordingStep } from "@terrarium/contract/actions";
import { readRights } from "@terrarium/contract/box-rights";
import { DEVICE_START_TIMEOUT_MS } from "@terrarium/contract/limits";
import { OUTCOME_OK } from "@terrarium/contract/outcome";
import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { type Label, t } from "../../../language/text.ts";
import { endWords } from "../sandboxes/end-words.ts";
import { rightLabels } from "./link-rights.ts";

export interface TimelineEntry {
  id: string;
  /** Time as the API formats it. */
  at: string;
  words: string;
  /** Position on the screen in its pixels: x and y, for a swipe also those of its end. */
  way: readonly number[];
  /** Small text: a position, a duration. */
  note: string;
  actorName: string | undefined;
  isProgram: boolean;
  /** Error code, if the action failed. */
  failure: string | undefined;
  /** The action as the server recorded it. Undefined for the sandbox's own start and end. */
  action: DeviceAction | undefined;
  isLife: boolean;
}

/** Returns the actions on a device, with the sandbox's start and end, newest first. */
export function timelineEntries(sandbox: SandboxDetails, actions: readonly DeviceAction[]): TimelineEntry[] {
  // Actions may precede the ready entry: a snapshot's files are restored before the device is ready.
  const isStartedAgain = actions.some(({ kind, outcome }) => kind === "start" && outcome === OUTCOME_OK);
  const hasMouse = sandbox.kind === "browser" || sandbox.kind === "desktop";
  const rest = [...actions.map((action) => entryOf(action, hasMouse)), ...beginningOf(sandbox, isStartedAgain)];
  return [...endOf(sandbox), ...rest.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))];
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
  action: undefined,
  isLife: true,
});

const endOf = ({ endedAt, endReason }: SandboxDetails): TimelineEntry[] =>
  endedAt === null
    ? []
    : [life("ended", endedAt, t("The sandbox ended"), endReason === null ? "" : endWords(endReason))];

function beginningOf(
  { createdAt, startedAt, status, templateName }: SandboxDetails,
  isStartedAgain: boolean,
): TimelineEntry[] {
  const asked = life("asked", createdAt, t("{template} requested", { template: templateName }));
  if (status === "Starting" || startedAt === createdAt) return [asked];
  const tookMs = Date.parse(startedAt) - Date.parse(createdAt);
  // After a restart, `startedAt` is the time of the last start, even if that start is not among the actions.
  const isRestarted = isStartedAgain || tookMs > DEVICE_START_TIMEOUT_MS;
  const words = isRestarted ? t("Device ready") : t("Ready in {count} ms", { count: tookMs });
  return [life("ready", startedAt, words), asked];
}

function entryOf(action: DeviceAction, hasMouse: boolean): TimelineEntry {
  const { id, at, kind, detail, durationMs, outcome, actorKind, actorName } = action;
  const isPointed = kind === "tap" || kind === "move" || kind === "swipe" || kind === "scroll";
  return {
    id,
    at,
    words: kind === "tap" && hasMouse ? t("Clicked") : wordsOf(kind, detail),
    way: isPointed ? detail.split(" ").map(Number).filter(Number.isFinite) : [],
    note: [isPointed ? placeWords(detail) : kind === "refused" ? detail : "", durationMs > 0 ? `${durationMs} ms` : ""]
      .filter(Boolean)
      .join(" · "),
    actorName: actorName ?? t("Former member"),
    isProgram: actorKind === "api_key",
    failure: outcome === OUTCOME_OK ? undefined : outcome,
    action,
    isLife: false,
  };
}

function wordsOf(kind: DeviceAction["kind"], detail: string): string {
  switch (kind) {
    case "tap":
      return t("Tapped");
    case "move":
      return t("Moved the pointer");
    case "swipe":
      return t("Swiped");
    case "scroll":
      return t("Scrolled");
    case "key":
      return t("Pressed {key}", { key: keyWords(detail) });
    case "text":
      return detail === "1" ? t("Typed 1 character") : t("Typed {count} characters", { count: detail });
    case "paste":
      return detail === "1" ? t("Pasted 1 character") : t("Pasted {count} characters", { count: detail });
    case "clipboard":
      return detail === "1"
        ? t("Copied 1 character to the clipboard")
        : t("Copied {count} characters to the clipboard", { count: detail });
    case "rotate":
      return t("Rotated the device");
    case "shell":
      return t("Opened a shell");
    case "adb":
      return t("Connected with ADB");
    case "cdp":
      return t("Connected to the browser with DevTools");
    case "browser":
      return detail === "close" ? t("Closed the browser") : t("Opened the browser");
    case "tab":
      return tabWords(detail);
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
    case "stop":
      return t("Stopped the sandbox");
    case "start":
      return t("Started the sandbox again");
    case "extend":
      return t("Set the remaining time to {time}", { time: spanWords(Number(detail)) });
    case "recording":
      return t(RECORDING_WORDS[RECORDING_STEPS.find((step) => step === detail) ?? "start"]);
    case "link":
      return linkWords(detail);
    case "unlink":
      return t("Revoked a link");
    case "port":
      return portWords(detail);
    case "snapshot":
      return t("Saved snapshot {name}", { name: detail });
    case "restore":
      return t("Started from snapshot {name}", { name: detail });
    case "refused":
      return t("Request rejected");
  }
}

/** A detail is a word and the port. */
function portWords(detail: string): string {
  const [change = "", port = ""] = detail.split(" ");
  if (change === "public") return t("Made port {port} public", { port });
  return change === "private"
    ? t("Made port {port} private", { port })
    : t("Created an address of port {port}", { port });
}

/** Names of keys that earlier server versions recorded by their Android key code. */
const UNNAMED_KEYS: Readonly<Record<string, string>> = {
  "57": "Alt",
  "59": "Shift",
  "61": "Tab",
  "92": "Page Up",
  "93": "Page Down",
  "111": "Escape",
  "113": "Ctrl",
  "117": "Meta",
  "122": "Home",
  "123": "End",
  "124": "Insert",
};

/** Names of keys that differ from the API's. */
const KEY_WORDS: Readonly<Record<string, string>> = { ...UNNAMED_KEYS, control: "Ctrl", appSwitch: "Recent Apps" };

/** Formats "control+arrowUp" as Ctrl+Arrow Up. */
const keyWords = (detail: string): string => detail.replaceAll(/[^ +]+/g, (key) => KEY_WORDS[key] ?? titled(key));

/** Formats "arrowUp" as Arrow Up. */
const titled = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter}`);

/** Describes the rights of a link. Earlier server versions recorded links for use as `drive`. */
function linkWords(detail: string): string {
  const labels = rightLabels(readRights(detail)).map((label) => t(label));
  if (labels.length === 0) return t("Created a link to use the device");
  return t("Created a link: {rights}", { rights: labels.join(" · ") });
}

function tabWords(detail: string): string {
  if (detail === "switch") return t("Brought a tab to the front");
  if (detail === "close") return t("Closed a tab");
  return t("Opened {url} in a tab", { url: detail });
}

const RECORDING_WORDS: Readonly<Record<RecordingStep, Label>> = {
  start: "Started recording the screen",
  stop: "Stopped recording the screen",
  rewind: "Started buffering the last minutes of the screen",
  "rewind off": "Stopped buffering the last minutes of the screen",
  extract: "Saved the last minutes of the screen",
};

/** Formats seconds, in minutes if they are whole minutes. */
const spanWords = (seconds: number): string => (seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`);

/** Formats "360 1020" as x 360 y 1020, and a swipe with an arrow to its end. */
function placeWords(detail: string): string {
  const [x, y, endX, endY] = detail.split(" ");
  const start = `x ${x} y ${y}`;
  return endX === undefined ? start : `${start} → x ${endX} y ${endY}`;
}
