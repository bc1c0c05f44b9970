import { centerOf } from "@terrarium/ui-tree/bounds";
import type { UiNode } from "@terrarium/ui-tree/ui-node";
import { allNodes } from "../screen/screen-tree.ts";
import type { Session } from "./session.ts";
import { WireError } from "./wire-error.ts";

const DIALOG = /:id\/dialog$/;
const TEXTS = /:id\/dialog_(title|text)$/;

/** Returns the dialog in front. Throws WireError if there is none. */
async function dialogOf(session: Session): Promise<UiNode> {
  const dialog = [...allNodes((await session.read()).roots)].findLast(({ id }) => DIALOG.test(id));
  if (!dialog) throw new WireError(404, "no such alert", "No alert is present on the screen");
  return dialog;
}

export async function alertText(session: Session): Promise<string> {
  const dialog = await dialogOf(session);
  const texts = [...allNodes([dialog])].filter(({ id }) => TEXTS.test(id)).map(({ text }) => text);
  return texts.join("\n");
}

/** Presses a dialog's button with a label, or its last (accept) or first (dismiss) one. */
export async function answerAlert(session: Session, accepts: boolean, label: string | undefined): Promise<void> {
  const dialog = await dialogOf(session);
  const buttons = [...allNodes([dialog])].filter((node) => node.clickable && node.className.endsWith("Button"));
  const nameOf = (node: UiNode): string[] => [node.text, node.description];
  const button =
    label === undefined ? buttons.at(accepts ? -1 : 0) : buttons.find((each) => nameOf(each).includes(label));
  if (!button) throw new WireError(400, "invalid element state", "The alert has no such button");
  await session.gestures.click(centerOf(button.bounds));
}
