import { expect, test } from "vitest";
import { View } from "./elements.ts";
import { Stage } from "./stage.ts";
import { visibleNodes } from "./visible-nodes.ts";

const fill = { absolute: true, top: 0, left: 0, right: 0, bottom: 0 } as const;

test.each([
  ["a touchable node hides the nodes behind it", false, ["cover"]],
  ["a node that passes touches, such as a toast, hides nothing", true, ["button", "cover"]],
])("%s", (_name, passThrough, seen) => {
  const stage = new Stage({
    widthPx: 100,
    heightPx: 100,
    densityDpi: 160,
    onError: (error) => {
      throw error;
    },
  });
  stage.run(() =>
    stage.render(
      <View style={fill}>
        <View label="button" style={{ width: 50, height: 50 }} />
        <View label="cover" passThrough={passThrough} style={{ ...fill, background: "#000000" }} />
      </View>,
    ),
  );
  stage.flush();
  expect([...visibleNodes(stage.root)].flatMap((node) => node.props.label ?? []).toSorted()).toEqual(seen);
  stage.dispose();
});
