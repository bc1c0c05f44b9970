import { expect, test } from "vitest";
import { uiNode } from "./create-node.ts";
import { isEditable, isTouchable, type UiNode } from "./ui-node.ts";

const node = (known: Partial<UiNode>): UiNode =>
  uiNode({ bounds: { left: 0, top: 0, right: 10, bottom: 10 }, ...known });

test.each<[boolean, Partial<UiNode>]>([
  [true, { clickable: true }],
  [true, { longClickable: true }],
  [true, { checkable: true }],
  [true, { className: "android.widget.EditText" }],
  [false, { scrollable: true }],
  [false, { focusable: true }],
])("isTouchable is %s for %j", (expected, known) => {
  expect(isTouchable(node(known))).toBe(expected);
});

test.each([
  [true, "android.widget.EditText"],
  [true, "android.widget.AutoCompleteTextView"],
  [true, "com.google.android.material.textfield.TextInputEditText"],
  [false, "android.widget.TextView"],
  [false, "com.app.EditTextHelper"],
])("isEditable is %s for %s", (expected, className) => {
  expect(isEditable({ className })).toBe(expected);
});
