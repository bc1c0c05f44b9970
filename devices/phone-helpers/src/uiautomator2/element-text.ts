import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { areaOf, centerOf } from "@terrarium/ui-tree/bounds";
import { isEditable, type UiNode } from "@terrarium/ui-tree/ui-node";
import { clearFocused, commitText, pressKey } from "../screen/type-text.ts";
import type { Session } from "./session.ts";
import { WireError } from "./wire-error.ts";

/** androidx KeyEvent.java, KEYCODE_MOVE_END with Ctrl moves to the end of a text of several lines. */
const MOVE_END = 123;
const CTRL = 0x1000;
/** End of a text that presses Enter: the two characters `\n` (SendKeysToElement.java). */
const ENTER = "\\n";

/** Sets the focus on a field with a tap. Throws WireError if the element is not a field on the screen. */
async function focus(session: Session, node: UiNode): Promise<void> {
  if (!isEditable(node) || !node.enabled || areaOf(node.bounds) === 0)
    throw new WireError(400, "invalid element state", "Cannot set the element's text. Is it an enabled field?");
  if (!node.focused) await session.gestures.click(centerOf(node.bounds));
}

/** Deletes a field's text. */
export async function clearElement(session: Session, node: UiNode): Promise<void> {
  await focus(session, node);
  clearFocused(session.phone);
}

/** Adds text at the end of a field, or replaces its text. */
export async function typeInto(
  session: Session,
  node: UiNode,
  { text, replace }: { text: string; replace: boolean },
): Promise<void> {
  await focus(session, node);
  const pressesEnter = text.endsWith(ENTER);
  if (replace) clearFocused(session.phone);
  else pressKey(session.phone, MOVE_END, CTRL);
  commitText(session.phone, pressesEnter ? text.slice(0, -ENTER.length) : text);
  if (pressesEnter) pressKey(session.phone, KEY_CODES.enter);
}
