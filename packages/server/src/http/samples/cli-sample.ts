import type { Endpoint } from "@terrarium/contract/endpoint";
import { shellQuote } from "@terrarium/device-control/device/shell-quote";
import type { RequestExample } from "./request-example.ts";

type Words = (example: Pick<RequestExample, "params"> & { body: Readonly<Record<string, unknown>> }) => unknown[];

const ofBox =
  (...words: readonly string[]): Words =>
  ({ params }) => [...words, params["boxId"]];

/** Words of the command line by the name of a call. */
const COMMANDS: Readonly<Record<string, Words>> = {
  createBox: () => ["box", "create", "--expires-in", "10m"],
  createAndroidBox: () => ["box", "create", "--expires-in", "10m"],
  createLinuxBox: () => ["box", "create", "--template", "tpl_linux", "--expires-in", "10m"],
  listBoxes: () => ["box", "list"],
  getBox: ofBox("box", "inspect"),
  extendBox: ({ params, body }) => ["box", "extend", params["boxId"], body["expiresIn"]],
  stopBox: ofBox("box", "stop"),
  startBox: ofBox("box", "start"),
  getBoxMetrics: ofBox("box", "metrics"),
  terminateBox: ofBox("box", "terminate"),
  executeBoxCommands: ({ params, body }) => ["box", "exec", params["boxId"], ...(body["command"] as string[])],
  readBoxFile: ({ params }) => ["box", "cp", `${String(params["boxId"])}:/sdcard/Download/notes.txt`, "."],
  writeBoxFile: ({ params, body }) => ["box", "cp", "notes.txt", `${String(params["boxId"])}:${String(body["path"])}`],
  createLiveViewUrl: ofBox("screen", "--no-open"),
  startRecording: ({ params }) => ["screen", "--record", "out.mp4", params["boxId"]],
  getAdbConnectAddress: ofBox("adb"),
  createDevToolsUrl: ofBox("cdp"),
  getBoxPorts: ofBox("box", "port"),
  createBoxPortUrl: ({ params, body }) => ["box", "port", params["boxId"], body["port"]],
  setBoxPortVisibility: ({ params, body }) => [
    "box",
    "port",
    params["boxId"],
    body["port"],
    `--${String(body["visibility"])}`,
  ],
  createSnapshot: ({ params, body }) => ["snapshot", "create", params["boxId"], body["name"]],
  listSnapshots: () => ["snapshot", "list"],
  getSnapshot: ({ params }) => ["snapshot", "inspect", params["snapshotName"]],
  deleteSnapshot: ({ params }) => ["snapshot", "delete", params["snapshotName"]],
  getAllApiKey: () => ["key", "list"],
  createAnApiKey: ({ body }) => ["key", "create", body["name"], "--scope", "drive"],
  rotateAnApiKey: ({ body }) => ["key", "rotate", body["apiKeyId"]],
  deleteAnApiKey: ({ body }) => ["key", "delete", body["apiKeyId"]],
  getAllTemplates: () => ["template", "list"],
  mcp: () => ["mcp"],
};

/** Returns the sample of a call with the command line; undefined if it lacks the call. */
export function cliSample({ name }: Endpoint, { params, body = {} }: RequestExample): string | undefined {
  const words = COMMANDS[name]?.({ params, body });
  return words && ["terrarium", ...words].map((word) => plainOrQuoted(String(word))).join(" ");
}

const plainOrQuoted = (word: string): string => (/^[\w./:=-]+$/.test(word) ? word : shellQuote(word));
