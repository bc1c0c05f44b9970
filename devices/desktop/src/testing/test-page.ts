import { once } from "node:events";
import { createServer } from "node:http";
import { portOf } from "../network/port-of.ts";

/** A page for typing, pressing, hovering and scrolling that reports each action. */
const HTML = `<!doctype html><title>Test page</title><meta charset=utf-8>
<style>body { margin: 0 } #hover:hover::after { content: " hovered" }</style>
<h1>A page</h1>
<label>Name <input id=who></label>
<button id=go onclick="say('Hi ' + who.value)" oncontextmenu="say('menu'); return false" onauxclick="say('button ' + event.button)">Greet</button>
<p id=hover onmouseenter="say('entered')">Here</p><p id=out></p><label><input type=checkbox id=box>Agree</label>
<div style="height: 3000px"></div><p id=below>Far below</p>
<script>
  const who = document.querySelector("#who");
  const say = (text) => (document.querySelector("#out").textContent = text);
  onscroll = () => say("scrolled " + (scrollY > 0));
</script>`;

/** A page with a frame of its own site and a nested frame of another site, each at its own position and scrolled. */
const framed = (port: number) => `<!doctype html><title>Framed</title><meta charset=utf-8>
<style>body { margin: 0 } iframe { position: absolute; left: 100px; width: 400px; height: 150px; border: 5px solid; padding: 3px }</style>
<iframe title="near" style="top: 50px" src="/inner?near"></iframe>
<iframe title="far" style="top: 250px" src="http://localhost:${port}/inner?far"></iframe>`;
const INNER = `<!doctype html><meta charset=utf-8><style>body { margin: 0; height: 2000px } button { position: absolute; top: 500px; left: 20px }</style>
<button onclick="this.textContent += ' pressed'">Inner</button><p id=who></p>
<script>
  const name = location.search.slice(1);
  document.querySelector("button").textContent = "Inner " + name;
  // A cross-site frame gets its size some time after its page.
  const scroll = () => scrollTo(0, 450);
  onload = onresize = scroll;
  scroll();
</script>`;

/** A page of scroll areas. Each element's name says whether it is visible, scrolled away, or visible outside its area. */
const AREAS = `<!doctype html><title>Areas</title><meta charset=utf-8>
<style>body { margin: 0; height: 0; overflow: hidden } .area { overflow: hidden; width: 300px; height: 24px; margin-bottom: 40px }
  button { display: block; height: 20px } .away { margin-top: 30px } .by { position: absolute; left: 400px }</style>
<div id=list class=area style="overflow: auto"><button>Seen row</button>
  <button class=away>Away row</button><iframe srcdoc="<button>Away in a frame</button>"></iframe></div>
<div class=area><button class=by>Seen by an area that does not hold it</button></div>
<div class=area style="position: relative"><div><button class=by>Away by an area that holds it</button></div></div>
<div class=area style="position: relative"><button style="position: fixed; top: 500px; left: 0">Seen as it is fixed</button>
  <div id=top popover style="position: absolute"><button>Seen on top</button></div></div>
<div class=area><a-dialog><button>Seen in a dialog</button></a-dialog></div>
<div class=area style="overflow: clip visible"><button class=away>Seen below</button></div>
<div class=area style="overflow: clip; overflow-clip-margin: 50px"><button class=away>Seen in the margin</button></div>
<span style="overflow: hidden">Line <button style="display: inline-block">Seen in a line</button></span>
<script>
  customElements.define("a-dialog", class extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: "open" }).innerHTML = '<div style="position: fixed; top: 560px; left: 0"><slot></slot></div>';
    }
  });
  document.querySelector("#top").showPopover();
</script>`;

/** A scrolled page with overlays. Covered elements have names that say so, in its frame too; all others are visible. */
const COVERED = `<!doctype html><title>Covered</title><meta charset=utf-8>
<style>body { margin: 0; height: 3000px } button { position: absolute } .over { position: fixed; z-index: 9 }</style>
<header style="position: sticky; top: 0; z-index: 1; height: 40px; background: white"><button>Seen in the header</button></header>
<main><button style="top: 210px">Away under the header</button><button style="top: 300px">Seen</button>
  <div style="position: absolute; top: 350px"><span>Seen behind a link of its card</span><a href=# style="position: absolute; inset: 0"></a></div>
  <button style="top: 410px">Away under a dialog</button>
  <iframe style="position: absolute; top: 450px; width: 600px" srcdoc="<style>button { position: absolute }</style><button>Away in a frame</button><button style='left: 350px'>Seen in a frame</button>"></iframe>
  <button style="top: 600px">Away under a note</button></main>
<div class=over style="top: 200px; width: 300px; height: 100px; background: white"><button>Seen in a dialog</button></div>
<div class=over style="inset: 0; pointer-events: none"><p style="position: absolute; top: 400px; margin: 0; height: 40px; width: 300px; pointer-events: auto">Seen note</p></div>
<div class=over style="inset: 0; visibility: hidden"></div><div style="position: fixed; inset: 0; z-index: -1"></div>
<script>scrollTo(0, 200)</script>`;

/** A page with every Markdown construct, and hidden content. */
const TEXT = `<!doctype html><title>Text</title><meta charset=utf-8>
<h1>Tides</h1><p>High twice a day, <a href="/moon">by the moon</a>.</p><p style="display: none">Secret</p>
<div>One line</div><div>Another</div><ul><li>Spring<ul><li>Strong</li></ul></li><li>Neap</li></ul><ol><li>First</li></ol>
<table><tr><th>Port</th><th>Metres</th></tr><tr><td>Brest</td><td>4|5</td></tr></table>
<pre>a = 1
  b</pre><label>Name <input value=Ada></label> <button>Go</button><div aria-hidden=true>Nobody hears</div>
<iframe srcdoc="<p>In a frame</p>"></iframe><p style="margin-top: 4000px">Far below</p>`;

/** Longer than one X server request, within scrcpy's limit. */
export const longText = "A long way. ".repeat(21_800);
/** A page that copies the long text. */
const long = `<!doctype html><title>Long</title>
<button id=copy onclick='navigator.clipboard.writeText(${JSON.stringify(longText)})'>Copy</button>`;

/** Pages with one button that opens a browser dialog; each shows the dialog's result. */
const dialogs = {
  "/alert": "alert('Look out'), 'closed'",
  "/confirm": "confirm('Look out')",
  "/prompt": "prompt('Look out', 'Ada')",
  "/unload": "location = '/inner?left'",
};
const dialogPage = (path: keyof typeof dialogs) => `<!doctype html><title>Dialogs</title><meta charset=utf-8>
<button id=open onclick="document.querySelector('#out').textContent = 'Result ' + (${dialogs[path]})">Open</button><p id=out></p>
<script>${path === "/unload" ? "onbeforeunload = (event) => event.preventDefault()" : ""}</script>`;

/** A page with a button that starts an endless script. */
const ENDLESS = `<!doctype html><title>Endless</title><button id=open onclick="for (;;);">Start</button>`;

export interface TestPage {
  url: string;
  close(): void;
}

export async function startTestPage(): Promise<TestPage> {
  const pages: Readonly<Record<string, () => string>> = {
    "/framed": () => framed(port),
    "/areas": () => AREAS,
    "/covered": () => COVERED,
    "/text": () => TEXT,
    "/long": () => long,
    "/alert": () => dialogPage("/alert"),
    "/confirm": () => dialogPage("/confirm"),
    "/prompt": () => dialogPage("/prompt"),
    "/unload": () => dialogPage("/unload"),
    "/endless": () => ENDLESS,
  };
  const server = createServer(({ url = "", headers }, answer) => {
    answer.setHeader("content-type", "text/html");
    if (url === "/members" && headers.authorization === undefined)
      answer.writeHead(401, { "www-authenticate": 'Basic realm="Members"' });
    answer.end(url.startsWith("/inner") ? INNER : (pages[url]?.() ?? HTML));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close().closeAllConnections() };
}
