import { parseHierarchy } from "@terrarium/ui-tree/parse-hierarchy";
import { expect, test } from "vitest";
import { toElements } from "./elements.ts";

test("keeps meaningful elements and lifts children of empty ones", async () => {
  const { roots } = await parseHierarchy(
    `<?xml version='1.0' ?><hierarchy rotation="0">
      <node class="android.widget.FrameLayout" bounds="[0,0][100,200]">
        <node class="android.widget.Button" content-desc="Save" resource-id="a:id/save" clickable="true" enabled="false"
          focused="true" checked="true" selected="true" bounds="[10,20][40,60]">
          <node class="android.view.View" enabled="true" bounds="[10,20][40,60]">
            <node class="android.widget.TextView" text="Now" enabled="true" bounds="[12,22][30,40]" />
          </node>
        </node>
        <node class="android.widget.TextView" text="gone" enabled="true" bounds="[0,0][0,0]" />
      </node>
    </hierarchy>`,
  );
  expect(toElements(roots)).toEqual([
    {
      type: "android.widget.Button",
      text: "",
      label: "Save",
      identifier: "a:id/save",
      rect: { x: 10, y: 20, width: 30, height: 40 },
      enabled: false,
      focused: true,
      checked: true,
      selected: true,
      children: [{ type: "android.widget.TextView", text: "Now", rect: { x: 12, y: 22, width: 18, height: 18 } }],
    },
  ]);
});
