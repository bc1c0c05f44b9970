import type { DesktopErrand } from "./desktop-errand.ts";
import { reads } from "./errand.ts";
import { SITE_ORIGIN } from "./site.ts";

const at = (path: string): string => `${SITE_ORIGIN}${path}`;

/** Errands on machines, browsers and desktops, completed through text only. */
export const DESKTOP_ERRANDS: readonly DesktopErrand[] = [
  {
    name: "a form over three pages",
    on: "browser",
    async run(agent) {
      reads(await agent.do({ open: at("/order?step=1") }, { wait: "Your name" }), "Next");
      reads(
        await agent.do({ type: "Ada Lovelace", into: "Your name" }, { tap: "Next" }, { wait: "Your town" }),
        "Next",
      );
      reads(
        await agent.do({ type: "Zürich", into: "Your town" }, { tap: "Next" }, { wait: "Gift wrap" }),
        "Ada Lovelace",
      );
      reads(await agent.do({ tap: "Gift wrap" }, { tap: "Order" }, { wait: "Thank you" }), "Thank you");
    },
    effect: "cat orders.txt",
    expected: /name=Ada Lovelace town=Zürich wrap=on/,
  },
  {
    name: "a file that is downloaded and found in the shell",
    on: "browser",
    async run(agent) {
      await agent.do({ open: at("/reports") }, { wait: "Report of May" }, { tap: "Report of May" });
      const found = await agent.shell("until find ~ -name 'may*.csv' | grep .; do sleep 0.5; done");
      await agent.shell(`awk -F, '{ sum += $2 } END { print sum }' '${found.trim()}' > total.txt`);
    },
    effect: "cat total.txt",
    expected: /^42$/m,
  },
  {
    name: "two pages compared, and the cheaper one ordered",
    on: "browser",
    async run(agent) {
      const priceIn = async (shop: string): Promise<number> => {
        reads(await agent.do({ open: at(`/shop?name=${shop}`) }, { wait: `Shop ${shop}` }), `Shop ${shop}`);
        return Number(/\| Lamp \| (\d+) \|/.exec(await agent.page())?.[1]);
      };
      const cheaper = (await priceIn("north")) < (await priceIn("south")) ? "north" : "south";
      await agent.do(
        { open: at(`/shop?name=${cheaper}`) },
        { wait: `Shop ${cheaper}` },
        { tap: "Buy the lamp" },
        { wait: "Thank you" },
      );
    },
    effect: "cat orders.txt",
    expected: /lamp=south/,
  },
  {
    name: "a seat in a frame of another site",
    on: "browser",
    async run(agent) {
      reads(await agent.do({ open: at("/seats") }, { wait: "Window seat" }), "Window seat");
      await agent.do({ tap: "Window seat" }, { tap: "Book" }, { wait: "Booked" });
    },
    effect: "cat orders.txt",
    expected: /seat=window/,
  },
  {
    name: "a form with every kind of control, a file and a question",
    on: "browser",
    async run(agent) {
      await agent.write("/home/user/photo.txt", "A picture");
      reads(
        await agent.do({ open: at("/controls") }, { wait: "All controls" }),
        "dropdown Size — Small · Large: Small",
      );
      reads(
        await agent.do(
          { type: "Large", into: "Size" },
          { type: "2020-05-06", into: "Born" },
          { type: "75", into: "Volume" },
          { type: "#00ff00", into: "Tint" },
          { upload: "photo.txt", into: "Photo" },
          { type: "Zürich", into: "Note" },
          { tap: "Send" },
          { wait: "Send it?" },
        ),
        "OK",
      );
      await agent.do({ tap: "OK" }, { wait: "Thank you" });
      reads(await agent.do({ open: at("/reports"), newTab: true }, { wait: "Report of May" }), "(tab 2 of 2)");
      reads(await agent.do({ tab: 2, close: true }, { tab: 1 }), "(tab 1 of 1)");
    },
    effect: "cat orders.txt",
    expected: /size=Large born=2020-05-06 volume=75 tint=#00ff00 note=Zürich photo=photo.txt:9/,
  },
  {
    name: "a task put aside by the menu of the right button",
    on: "browser",
    async run(agent) {
      await agent.do({ open: at("/tasks") }, { wait: "Water the plants" });
      reads(await agent.do({ tap: "Water the plants", button: "right" }, { wait: "Put aside" }), "Put aside");
      await agent.do({ tap: "Put aside" }, { wait: "Aside: Water the plants" });
    },
    effect: "cat orders.txt",
    expected: /aside=Water the plants/,
  },
  {
    name: "a button far down a page",
    on: "browser",
    async run(agent) {
      await agent.do(
        { open: at("/long") },
        { wait: "Terms" },
        { scroll: "down", until: "I agree" },
        { tap: "I agree" },
        { wait: "Thank you" },
      );
    },
    effect: "cat orders.txt",
    expected: /agreed=yes/,
  },
  {
    name: "a file edited in the desktop's editor",
    on: "desktop",
    async run(agent) {
      await agent.write("/home/user/letter.txt", "Dear Bob,\n");
      await agent.shell("setsid -f mousepad ~/letter.txt > /dev/null 2>&1; true");
      reads(await agent.do({ wait: "Dear Bob" }), "Mousepad");
      await agent.do(
        { tap: "Dear Bob" },
        { press: "ctrl+move_end" },
        { type: "see you on Monday." },
        { wait: "see you on Monday." },
        { press: "ctrl+s" },
      );
    },
    effect: "cat letter.txt",
    expected: /Dear Bob,\nsee you on Monday\./,
  },
  {
    name: "a command in the desktop's terminal",
    on: "desktop",
    async run(agent) {
      await agent.do({ open: "xfce4-terminal" }, { wait: "Terminal" }, { wait: "user@" });
      await agent.do({
        type: "seq 1 100 | paste -sd+ | bc > sum.txt || echo $((100*101/2)) > sum.txt",
        into: { class: "EditText", text: "user@" },
        enter: true,
      });
    },
    effect: "cat sum.txt",
    expected: /^5050$/m,
  },
  {
    name: "a line of a page taken into a file",
    on: "desktop",
    async run(agent) {
      await agent.do({ open: at("/address") }, { wait: "Address" });
      await agent.do({ tap: { class: "EditText", text: "Address" } }, { press: "ctrl+a" }, { press: "ctrl+c" });
      await agent.write("/home/user/contacts.txt", "Contacts:\n");
      await agent.shell("setsid -f mousepad ~/contacts.txt > /dev/null 2>&1; true");
      await agent.do(
        { wait: "Contacts:" },
        { tap: "Contacts:" },
        { press: "ctrl+move_end" },
        { press: "ctrl+v" },
        { wait: "Contacts:\n12 Harbour Street" },
        { press: "ctrl+s" },
      );
    },
    effect: "cat contacts.txt",
    expected: /Contacts:\n12 Harbour Street/,
  },
  {
    name: "a Python package from a local index",
    on: "linux",
    async run(agent) {
      await agent.write("/home/user/make.py", WHEEL);
      await agent.shell(
        "python3 make.py && (setsid -f python3 -m http.server 8123 --bind 127.0.0.1 --directory index > /dev/null 2>&1)",
      );
      const install = "python3 -m pip install -q --target libs --index-url http://127.0.0.1:8123/simple/ tidecalc";
      await agent.shell(`until ${install}; do sleep 0.5; done`);
      await agent.shell("PYTHONPATH=libs python3 -c 'import tidecalc; print(tidecalc.high(2))' > tide.txt");
    },
    effect: "cat tide.txt",
    expected: /^high water 2$/m,
  },
  {
    name: "a job that goes on when nobody looks",
    on: "linux",
    async run(agent) {
      await agent.shell(
        "setsid -f sh -c 'for i in 1 2 3; do echo $i; sleep 1; done > job.txt; echo over >> job.txt' < /dev/null > /dev/null 2>&1",
      );
    },
    effect: "cat job.txt",
    expected: /1\n2\n3\nover/,
  },
  {
    name: "a script that is wrong, found and mended",
    on: "linux",
    async run(agent) {
      await agent.write(
        "/home/user/mean.py",
        "import sys\nxs = [float(x) for x in open(sys.argv[1])]\nprint(sum(xs) / len(x))\n",
      );
      await agent.write("/home/user/data.txt", "2\n4\n9\n");
      reads(await agent.shell("python3 mean.py data.txt 2>&1; true"), "NameError");
      await agent.shell("sed -i 's/len(x)/len(xs)/' mean.py && python3 mean.py data.txt > mean.txt");
    },
    effect: "cat mean.txt",
    expected: /^5\.0$/m,
  },
];

/** Puts a package with one module into a local index in the format of PyPI. */
const WHEEL = `import os, zipfile
os.makedirs("index/simple/tidecalc", exist_ok=True)
name = "tidecalc-1.0-py3-none-any.whl"
info = "tidecalc-1.0.dist-info/"
with zipfile.ZipFile("index/simple/tidecalc/" + name, "w") as wheel:
    wheel.writestr("tidecalc.py", "def high(n): return f'high water {n}'\\n")
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: tidecalc\\nVersion: 1.0\\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: errand\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "RECORD", "")
open("index/simple/tidecalc/index.html", "w").write(f"<a href='{name}'>{name}</a>")
`;
