import { NoAnswer } from "@terrarium/devtools/endpoint";
import { readFrontPage } from "../tree/browser/browser-tree.ts";
import { toMarkdown } from "../tree/browser/markdown.ts";
import { CommandError, type Command } from "./command.ts";
import type { Turns } from "./turns.ts";

/** `page-markdown`: prints the whole front page of the browser at that port as Markdown. */
export const pageMarkdown =
  (port: number, turns: Turns): Command =>
  async ({ gone, print }) => {
    const markdown = await turns.take(gone, async () => {
      const page = await readFrontPage(port).catch((error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error;
        throw new CommandError("the page does not respond: see whether a dialog is open on the screen");
      });
      if (!page) throw new CommandError("the browser does not answer yet; try again in a moment");
      return toMarkdown(page);
    });
    await print(`${markdown}\n`);
  };
