import type { Label } from "../../../language/text.ts";

export interface Sample {
  id: string;
  label: Label;
  code: string;
}

/** First text of the editor. Its coordinates fit the phone template: 720x1600. */
const STEP_BY_STEP = `import { GboxClient } from "gbox-sdk";

// The client finds the API key above in process.env.GBOX_API_KEY.
const gbox = new GboxClient();
const wait = () => new Promise((resolve) => setTimeout(resolve, 5000));

// A fresh phone. After 5 minutes, the default lifetime, it ends by itself.
const android = await gbox.initAndroid({ arch: "x86" });
console.log("gbox id: ", android.sandboxId);
const [width, height] = await android.getDeviceScreenSize();
console.log(\`The screen has \${width}x\${height} pixels\`);
await wait();

// Keys: enter, delete, back, home, space, up, down, left, right, menu.
console.log("Search for an app and open it");
await android.keypress("home");
await android.click(360, 500);
await wait();
// Only English text can be typed.
await android.type("notes");
await wait();
await android.keypress("enter");
await wait();

console.log("Write a note");
await android.click(620, 1468);
await wait();
await android.type("Hello");
await android.click(360, 480);
await android.type("A script wrote this. It taps, types and sees the screen.");
await wait();

await android.keypress("back");
await android.keypress("back");
await wait();
const screenshot = await android.screenshot();
console.log(\`Took a screenshot: \${Math.round(screenshot.length / 1024)} kB as a data URL\`);
`;

const FAST_PHONE = `import { TerrariumClient } from "@terrarium/sdk";

// A fresh phone, which ends by itself after 5 minutes.
const { boxes } = new TerrariumClient();
const box = await boxes.create({ config: { templateId: "tpl_phone", expiresIn: "5m" } });
console.log("gbox id: ", box.id);

// Elements are found by id or text, so no step has to wait.
await box.apps.open({ packageName: "com.terrarium.contacts" });
await box.actions.tap({ target: { selector: { id: "new_contact" } } });
await box.actions.tap({ target: { selector: { id: "name" } } });
await box.actions.type({ text: "Grace Hopper" });

const element = await box.actions.waitFor("Grace Hopper");
console.log("On the screen:", element.text);
`;

const BROWSER = `import { TerrariumClient } from "@terrarium/sdk";

// A fresh Chromium, which ends by itself after 5 minutes.
const { boxes } = new TerrariumClient();
const box = await boxes.create({ config: { templateId: "tpl_browser", expiresIn: "5m" } });
console.log("gbox id: ", box.id);

// A page of its own, so that the sample needs no network.
const page = \`<title>Tea shop</title>
  <form onsubmit="reply.textContent = 'Thank you, ' + who.value; return false">
  <label>Name <input id="who"></label> <button>Order</button></form><p id="reply"></p>\`;
await box.files.write({ path: "/home/user/shop.html", content: page });

const tab = await box.browser.openTab({ url: "file:///home/user/shop.html" });
console.log("Opened:", tab.title);
await box.actions.tap({ target: { selector: { description: "Name" } } });
await box.actions.type({ text: "Ada", pressEnter: true });

const element = await box.actions.waitFor("Thank you");
console.log("The page says:", element.text);
`;

const LINUX = `import { TerrariumClient } from "@terrarium/sdk";

// A fresh Linux machine, which ends by itself after 5 minutes. Its view is a shell.
const { boxes } = new TerrariumClient();
const box = await boxes.create({ config: { templateId: "tpl_linux", expiresIn: "5m" } });
console.log("gbox id: ", box.id);

await box.files.write({ path: "/home/user/sales.csv", content: "may,40\\njune,2\\n" });
const { stdout, exitCode } = await box.commands.run({ command: "wc -l < sales.csv" });
console.log("Lines:", stdout.trim(), "exit code:", exitCode);

const code = \`
import csv
print(sum(int(amount) for _, amount in csv.reader(open("sales.csv"))))\`;
const result = await box.commands.runCode({ language: "python", code });
console.log("Total:", result.stdout.trim());
`;

const DESKTOP = `import { TerrariumClient } from "@terrarium/sdk";

// A fresh desktop, which ends by itself after 5 minutes.
const { boxes } = new TerrariumClient();
const box = await boxes.create({ config: { templateId: "tpl_desktop", expiresIn: "5m" } });
console.log("gbox id: ", box.id);

// The browser opens with the desktop, in front of other windows.
await box.browser.close();
await box.files.write({ path: "/home/user/letter.txt", content: "Dear Bob,\\n" });
await box.commands.run({ command: "setsid -f mousepad letter.txt > /dev/null 2>&1" });

await box.actions.waitFor("Dear Bob", { timeoutMs: 60_000 });
await box.actions.tap({ target: { selector: { textContains: "Dear Bob" } } });
await box.actions.pressKey({ keys: ["control", "end"], combination: true });
await box.actions.type({ text: "see you on Monday." });
const element = await box.actions.waitFor("see you on Monday.");
console.log("In the window:", element.text);
`;

/** The sample that the editor starts with. */
export const FIRST_SAMPLE: Sample = { id: "sample", label: "Sample script", code: STEP_BY_STEP };

/** One sample for each kind of sandbox, and a fast one for the phone. */
export const SAMPLES: readonly Sample[] = [
  FIRST_SAMPLE,
  { id: "sample-fast-phone", label: "Fast phone sample", code: FAST_PHONE },
  { id: "sample-browser", label: "Browser sample", code: BROWSER },
  { id: "sample-linux", label: "Linux sample", code: LINUX },
  { id: "sample-desktop", label: "Desktop sample", code: DESKTOP },
];
