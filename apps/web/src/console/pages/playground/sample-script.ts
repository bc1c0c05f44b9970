/** What the editor holds at first. Its coordinates are those of the phone template: 720x1280. */
export const SAMPLE_SCRIPT = `import { GboxClient } from "gbox-sdk";

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
await android.click(360, 517);
await wait();
// Only English text can be typed.
await android.type("notes");
await wait();
await android.keypress("enter");
await wait();

console.log("Write a note");
await android.click(621, 1157);
await wait();
await android.type("Hello");
await android.click(360, 360);
await android.type("A script wrote this. It taps, types and sees the screen.");
await wait();

await android.keypress("back");
await android.keypress("back");
await wait();
const screenshot = await android.screenshot();
console.log(\`Took a screenshot: \${Math.round(screenshot.length / 1024)} kB as a data URL\`);
`;
