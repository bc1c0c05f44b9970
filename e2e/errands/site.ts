const PORT = 8765;
/** Address of the site, inside the sandbox. */
export const SITE_ORIGIN = `http://127.0.0.1:${PORT}`;

/** Site for the errands, as a program for Node. It appends each submission to orders.txt as one line. */
export const SITE = `import { appendFileSync } from "node:fs";
import { createServer } from "node:http";

const page = (title, body) => \`<!doctype html><meta charset=utf-8><title>\${title}</title><h1>\${title}</h1>\${body}\`;
const form = (fields, button, hidden = {}) => \`<form action=\${fields.action}>\${Object.entries(hidden)
  .map(([name, value]) => \`<input type=hidden name=\${name} value="\${value}">\`).join("")}\${fields.html} <button>\${button}</button></form>\`;
const field = (name, label) => \`<p><label>\${label} <input name=\${name}></label></p>\`;

const pages = {
  "/order": ({ step, ...known }) => {
    const next = { ...known, step: Number(step) + 1 };
    if (step === "1") return page("Order", form({ action: "/order", html: field("name", "Your name") }, "Next", next));
    if (step === "2") return page("Order", form({ action: "/order", html: field("town", "Your town") }, "Next", next));
    const wrap = "<p>For " + known.name + "</p><label><input type=checkbox name=wrap>Gift wrap</label>";
    return page("Order", form({ action: "/done", html: wrap }, "Order", known));
  },
  "/reports": () => page("Reports", "<a href=/may.csv>Report of May</a>"),
  "/shop": ({ name }) => page("Shop " + name, \`<table><tr><th>Thing</th><th>Price</th></tr><tr><td>Chair</td><td>80</td></tr>
    <tr><td>Lamp</td><td>\${name === "north" ? 35 : 29}</td></tr></table>\` + form({ action: "/done", html: "" }, "Buy the lamp", { lamp: name })),
  "/seats": () => page("Seats", "<iframe title=Seats width=500 height=300 src=http://localhost:${PORT}/seat></iframe>"),
  "/seat": () => page("Your seat", form({ action: "/booked", html: "<label><input type=radio name=seat value=window>Window seat</label> <label><input type=radio name=seat value=aisle>Aisle seat</label>" }, "Book")),
  "/tasks": () => page("Tasks", \`<p id=task role=button>Water the plants</p><div id=menu hidden><button onclick="aside()">Put aside</button></div><p id=said></p>
    <script>task.oncontextmenu = (e) => { e.preventDefault(); menu.hidden = false; };
    function aside() { fetch("/done?aside=Water+the+plants"); said.textContent = "Aside: Water the plants"; menu.hidden = true; }</script>\`),
  "/long": () => page("Terms", Array.from({ length: 120 }, (_, i) => \`<p>Article \${i + 1}</p>\`).join("") + form({ action: "/done", html: "" }, "I agree", { agreed: "yes" })),
  "/controls": () => page("All controls", \`<label>Size <select id=size><option>Small<option>Large</select></label> <label>Born <input id=born type=date></label>
    <label>Volume <input id=volume type=range></label> <label>Tint <input id=tint type=color></label> <label>Photo <input id=photo type=file></label>
    <div id=note contenteditable aria-label=Note></div><button onclick="send()">Send</button>
    <script>async function send() {
      const order = Object.fromEntries([size, born, volume, tint].map(({ id, value }) => [id, value]));
      const sent = { ...order, note: note.textContent, photo: photo.files[0].name + ":" + photo.files[0].size };
      if (confirm("Send it?")) location = "/done?" + new URLSearchParams(sent);
    }</script>\`),
  "/address": () => page("Harbour", "<label>Address <input value='12 Harbour Street'></label>"),
  "/done": (sent) => note(sent) ?? page("Thank you", ""),
  "/booked": (sent) => note(sent) ?? page("Booked", ""),
};
const note = (sent) => void appendFileSync("/home/user/orders.txt", Object.entries(sent).map((pair) => pair.join("=")).join(" ") + "\\n");

createServer(({ url }, answer) => {
  const { pathname, searchParams } = new URL(url, "http://site");
  if (pathname === "/may.csv") {
    answer.writeHead(200, { "content-type": "text/csv", "content-disposition": "attachment; filename=may.csv" });
    return answer.end("1,20\\n2,22\\n");
  }
  const show = pages[pathname];
  answer.writeHead(show ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
  answer.end(show ? show(Object.fromEntries(searchParams)) : "");
}).listen(${PORT}, "127.0.0.1");
`;
