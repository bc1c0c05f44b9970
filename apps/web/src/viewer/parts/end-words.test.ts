import { linkUrls, liveActionUrls } from "@terrarium/contract/proxy";
import { afterEach, expect, test, vi } from "vitest";
import { endWords } from "./end-words.ts";

const ORIGIN = "https://terrarium.example";
const OWN = liveActionUrls(ORIGIN, "sbx_1").screen;
const LINK = linkUrls(ORIGIN, "sbx_1", { token: "trb_secret", rights: ["view"], kind: "phone" });
const END_KINDS = ["ended", "not-found", "refused", "stopped"] as const;

afterEach(() => vi.unstubAllGlobals());

/** Where each end leads to on the page at an address. */
function leadsTo(address: string): (string | undefined)[] {
  vi.stubGlobal("location", new URL(address));
  return END_KINDS.map((kind) => endWords({ kind, detail: "" }).link?.href);
}

test.for([
  ["a link", LINK.screen],
  ["the bare screen in a page of somebody else's", LINK.rawScreen.replace(/#.*/, "")],
])("who has but %s is led to no page of the console", ([, address = ""]) => {
  expect(leadsTo(address)).toEqual(END_KINDS.map(() => undefined));
});

test("who is signed in is led to the sandboxes, or to the one that can be started", () => {
  expect(leadsTo(OWN)).toEqual(["/sandboxes", "/sandboxes", "/sandboxes", "/sandboxes/sbx_1"]);
  expect(leadsTo(`${ORIGIN}/sandboxes/sbx_1`).slice(0, 1)).toEqual(["/sandboxes"]);
});
