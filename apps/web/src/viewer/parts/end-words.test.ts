import { linkUrls, liveActionUrls } from "@terrarium/contract/proxy";
import { afterEach, expect, test, vi } from "vitest";
import { endWords } from "./end-words.ts";

const ORIGIN = "https://terrarium.example";
const OWN = liveActionUrls(ORIGIN, "sbx_1").screen;
const LINK = linkUrls(ORIGIN, "sbx_1", { token: "trb_secret", rights: ["view"], kind: "phone" });
const END_KINDS = ["ended", "not-found", "refused", "stopped"] as const;

afterEach(() => vi.unstubAllGlobals());

/** Returns the links of all ends on the page at an address. */
function leadsTo(address: string): (string | undefined)[] {
  vi.stubGlobal("location", new URL(address));
  return END_KINDS.map((kind) => endWords({ kind, detail: "" }).link?.href);
}

test.for([
  ["a link", LINK.screen],
  ["the bare screen embedded in another site", LINK.rawScreen.replace(/#.*/, "")],
])("a visitor with only %s gets no links to the console", ([, address = ""]) => {
  expect(leadsTo(address)).toEqual(END_KINDS.map(() => undefined));
});

test("a signed-in user gets a link to the sandboxes, or to the stopped sandbox", () => {
  expect(leadsTo(OWN)).toEqual(["/sandboxes", "/sandboxes", "/sandboxes", "/sandboxes/sbx_1"]);
  expect(leadsTo(`${ORIGIN}/sandboxes/sbx_1`).slice(0, 1)).toEqual(["/sandboxes"]);
});
