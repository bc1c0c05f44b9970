// Starts the phone once while the image is built, so that Node writes its compile cache to NODE_COMPILE_CACHE. Later
// starts on a read-only root use it and are an eighth faster.
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
