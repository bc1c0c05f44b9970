import { NoAnswer } from "@terrarium/devtools/endpoint";
import { withFrontPage } from "../tree/browser/browser-tree.ts";
import { NotSet, setControlAt } from "../tree/browser/set-control.ts";
import { CommandError, type Command } from "./command.ts";
import { numbers } from "./numbers.ts";
import type { Turns } from "./turns.ts";

/**
 * `page-set X Y TEXT`: sets the list, slider, date, time or color field at a point of the screen, on the front page of
 * the browser at that port. Prints the value that it has then.
 */
export const pageSet =
  (port: number, turns: Turns): Command =>
  async ({ args, gone, print }) => {
    const [x = 0, y = 0] = numbers(args, 2);
    const text = args[2];
    if (text === undefined) throw new CommandError("usage: page-set X Y TEXT");
    const set = () => withFrontPage(port, (page, frame) => setControlAt(page, frame, { x, y }, text));
    const value = await turns.take(gone, () => set().catch(refuse));
    if (value === undefined) throw new CommandError("the browser does not answer yet; try again in a moment");
    await print(value);
  };

function refuse(error: unknown): never {
  if (error instanceof NotSet) throw new CommandError(error.message);
  if (error instanceof NoAnswer) throw new CommandError("the page does not respond");
  throw error;
}
