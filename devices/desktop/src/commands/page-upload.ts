import { realpath, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { NoAnswer } from "@terrarium/devtools/endpoint";
import type { DesktopScreen } from "../screen/desktop-screen.ts";
import { withFrontPage } from "../tree/browser/browser-tree.ts";
import { uploadFile } from "../tree/browser/upload-file.ts";
import { isFileChooser } from "../tree/windows/file-chooser.ts";
import { CommandError, type Command } from "./command.ts";
import { numbers } from "./numbers.ts";
import type { Turns } from "./turns.ts";

const TAP_MS = 30;
/** Alt and O, which accept the file. Enter closes the dialog without a file. */
const ACCEPT = [57, 43];
const CLOSES_WITHIN_MS = 3_000;
const LOOK_AGAIN_MS = 50;

interface Parts {
  port: number;
  home: string;
  screen: () => DesktopScreen;
  turns: Turns;
}

/**
 * `page-upload PATH [X Y]`: gives a file to the file chooser that a tap on a point opens, or to the open one. Only files
 * of the home folder and the temporary folder can be uploaded, also through links. Prints the file's path.
 */
export const pageUpload =
  ({ port, home, screen, turns }: Parts): Command =>
  async ({ args: [given, ...at], gone, print }) => {
    if (given === undefined) throw new CommandError("usage: page-upload PATH [X Y]");
    const path = await uploadable(given, home);
    if (at.length === 0) await typeInto(screen(), path);
    else {
      const [xPx = 0, yPx = 0] = numbers(at, 2);
      const give = () =>
        withFrontPage(port, (page, frame) => uploadFile(page, frame, path, () => tap(screen(), xPx, yPx)));
      await turns.take(gone, async () => {
        await give().catch((error: unknown) => {
          if (error instanceof NoAnswer) throw new CommandError("the page does not respond");
          throw new CommandError(`no file chooser opened: ${error instanceof Error ? error.message : String(error)}`);
        });
      });
    }
    await print(path);
  };

/** Returns the real path of a file that may be uploaded. Throws CommandError for other files. */
async function uploadable(given: string, home: string): Promise<string> {
  const path = await realpath(resolve(home, given)).catch(() => undefined);
  if (path === undefined || !(await stat(path)).isFile()) throw new CommandError(`there is no file ${given}`);
  const folders = await Promise.all([home, tmpdir()].map((folder) => realpath(folder)));
  if (!folders.some((folder) => isInside(folder, path)))
    throw new CommandError(`${given} is not in ${home} or ${tmpdir()}; copy it there first`);
  return path;
}

const isInside = (folder: string, path: string): boolean => !/^\.\.(\/|$)|^\//.test(relative(folder, path));

async function tap({ input }: DesktopScreen, xPx: number, yPx: number): Promise<void> {
  input.touch({ action: "down", pointerId: 0, xPx, yPx });
  await sleep(TAP_MS);
  input.touch({ action: "up", pointerId: 0, xPx, yPx });
  await input.settled();
}

/** Types the path into the open file chooser, which shows a field for it then, and accepts it. */
async function typeInto(screen: DesktopScreen, path: string): Promise<void> {
  const isOpen = async () => (await screen.windows()).some((window) => window.isActive && isFileChooser(window));
  if (!(await isOpen())) throw new CommandError("no file chooser is open: name the button that opens it");
  screen.input.text(path);
  await screen.input.settled();
  for (const keyCode of ACCEPT) screen.input.key({ action: "down", keyCode, metaState: 0 });
  for (const keyCode of ACCEPT.toReversed()) screen.input.key({ action: "up", keyCode, metaState: 0 });
  await screen.input.settled();
  for (const lateAtMs = performance.now() + CLOSES_WITHIN_MS; performance.now() < lateAtMs; await sleep(LOOK_AGAIN_MS))
    if (!(await isOpen())) return;
  throw new CommandError("the file chooser does not accept the file");
}
