// Run while the image is built: starts the phone once, so that Node keeps its compiled code where NODE_COMPILE_CACHE says.
// What starts later, on a root that is read-only, reads it and so starts an eighth sooner.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync } from "node:fs";

const dataPath = "/data/compile";
const program = ["/app/devices/phone/dist/main.js", "--port", "0", "--data", dataPath];
const phone = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
phone.stdout.once("data", () => phone.kill("SIGTERM"));
const [code] = await once(phone, "exit");
rmSync(dataPath, { recursive: true, force: true });
const kept = readdirSync(process.env.NODE_COMPILE_CACHE, { recursive: true });
if (code !== 0 || kept.length < 2) throw new Error(`the phone ended with ${code}, and left ${kept.length} files`);
