import type { Box } from "@terrarium/sdk/box";
import { expect, vi } from "vitest";

/** Chromium starts after the box is ready, slowly on a busy machine. */
const WAITING = { timeout: 90_000, interval: 300 };

/** A page that lists mouse and keyboard events, each once, newest last. */
const HTML = `<!doctype html><title>Mouse page</title><meta charset=utf-8>
<style>body { margin: 0; height: 6000px; width: 4000px } #pad { position: fixed; left: 0; top: 0; width: 400px; height: 200px; background: #cde }
#said, #who { position: fixed; left: 500px } #said { top: 60px; width: 500px } #who { top: 20px; width: 300px }</style>
<div id=pad role=button aria-label=Pad></div><input id=who aria-label=Name><p id=said></p>
<script>
  const said = [];
  const say = (what) => {
    if (said.at(-1) !== what) said.push(what);
    document.querySelector("#said").textContent = said.slice(-12).join(" | ");
  };
  const held = (e) => ["ctrlKey", "shiftKey", "altKey"].filter((key) => e[key]).map((key) => key.slice(0, -3) + " ").join("");
  const pad = document.querySelector("#pad");
  for (const name of ["mouseenter", "dblclick"]) pad.addEventListener(name, () => say(name));
  for (const name of ["mousedown", "mouseup"]) pad.addEventListener(name, (e) => say(held(e) + name + " " + e.button));
  pad.addEventListener("mousemove", (e) => e.buttons && say("drag " + e.buttons));
  // A double click selects text; dragging it would suppress further button events.
  addEventListener("dragstart", (e) => e.preventDefault());
  pad.addEventListener("contextmenu", (e) => { e.preventDefault(); say("menu"); });
  addEventListener("wheel", (e) => say("wheel " + Math.sign(e.deltaX) + " " + Math.sign(e.deltaY)));
  addEventListener("keydown", (e) => { if (e.ctrlKey && e.key === "e") { e.preventDefault(); say("ctrl e"); } if (e.key === "F2") say("F2"); });
</script>`;

/** Opens the page in the box's browser, and waits until it is loaded. */
export async function openMousePage(box: Box): Promise<void> {
  await box.files.upload("/home/user/mouse.html", HTML);
  await openPage(box, "file:///home/user/mouse.html");
  await vi.waitFor(async () => expect(await shownIn(box)).toContain("Pad"), WAITING);
}

/** Opens an address in a new tab of the box's browser when the browser has started. */
async function openPage(box: Box, url: string): Promise<void> {
  const code = `fetch("http://127.0.0.1:9222/json/new?${url}", { method: "PUT" }).then((r) => console.log(r.status))`;
  const status = async () => (await box.commands.run({ command: `node -e '${code}'` })).stdout;
  await vi.waitFor(async () => expect(await status()).toBe("200\n"), WAITING);
}

/** Returns the elements on the box's screen. */
export const shownIn = async (box: Box): Promise<string> => (await box.actions.screenLayout()).content;
