/** What the editor holds at first. Written for the phone template: 720x1280. */
export const SAMPLE_SCRIPT = `import { GboxClient } from "gbox-sdk";

// The API key above is in process.env.GBOX_API_KEY, where the client looks for it.
const gbox = new GboxClient();
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// A fresh phone; it ends by itself after 5 minutes (the default lifetime).
const android = await gbox.initAndroid({ arch: "x86" });
console.log("gbox id: ", android.sandboxId);

const [width, height] = await android.getDeviceScreenSize();
console.log(\`screen: \${width}x\${height}\`);
await wait(5000);

// Keys: enter, delete, back, home, space, up, down, left, right, menu
await android.keypress("home");
await wait(5000);

// Tap the search field, then type. Only English text is supported.
await android.click(360, 400);
await wait(5000);
await android.type("notes");
await wait(5000);
await android.keypress("enter");
await wait(5000);

const image = await android.screenshot();
console.log("screenshot: ", image.length, "characters");
`;
