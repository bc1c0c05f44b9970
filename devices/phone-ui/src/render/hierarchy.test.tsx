import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Draw, Field, Icon, Image, Scroll, Text, View } from "./elements.ts";
import { hierarchyWindows } from "./hierarchy.ts";
import { screenNodes } from "./screen-nodes.ts";
import { Stage } from "./stage.ts";

const text = { size: 10, lineHeight: 20, weight: 400, color: "#ffffff" } as const;
const nothing = (): void => undefined;

let stage: Stage;

beforeEach(() => {
  stage = new Stage({ widthPx: 100, heightPx: 200, densityDpi: 160, onError: (error) => expect.fail(String(error)) });
});

afterEach(() => stage.dispose());

function show(element: ReactElement): HierarchyNode {
  stage.render(
    <View packageName="org.example.app" style={{ grow: 1 }}>
      {element}
    </View>,
  );
  stage.flush();
  const [window] = hierarchyWindows(stage.root, "org.example.home");
  if (!window) throw new Error("there is no window");
  return window;
}

/** Returns the window's only node. */
function told(element: ReactElement): HierarchyNode {
  const { children } = show(element);
  const [only] = children;
  if (!only || children.length > 1) throw new Error(`the window tells of ${children.length} things`);
  return only;
}

const box = { height: 40 };

describe("an element", () => {
  test.each<readonly [string, ReactElement, Partial<HierarchyNode>]>([
    [
      "a text",
      <Text key="0" text={text}>
        moss
      </Text>,
      { className: "android.widget.TextView", text: "moss", clickable: false, focusable: false },
    ],
    [
      "a button with a single text",
      <View key="0" onPress={nothing} style={box}>
        <Text text={text}>Save</Text>
      </View>,
      { className: "android.widget.Button", text: "Save", clickable: true, focusable: true, children: [] },
    ],
    [
      "a button with a role",
      <View key="0" role="button" label="Save" onPress={nothing} style={box} />,
      { className: "android.widget.Button", description: "Save" },
    ],
    [
      "a button with an icon",
      <View key="0" label="Save" onPress={nothing} style={box}>
        <Icon path="M0 0" color="#fff" />
      </View>,
      { className: "android.widget.ImageButton", description: "Save", children: [] },
    ],
    [
      "a node with only a long press",
      <View key="0" id="held" onLongPress={nothing} style={box} />,
      { clickable: false, longClickable: true, focusable: true },
    ],
    [
      "a switch",
      <View key="0" checkable checked label="Light" onPress={nothing} style={box} />,
      { className: "android.widget.Switch", checkable: true, checked: true },
    ],
    [
      "a checked node that is not checkable",
      <View key="0" checked label="Light" style={box} />,
      { checkable: false, checked: false },
    ],
    [
      "an image",
      <Image key="0" label="moss" source={{ path: "/x" }} style={box} />,
      { className: "android.widget.ImageView" },
    ],
    ["a drawing", <Draw key="0" label="moss" draw={nothing} style={box} />, { className: "android.widget.ImageView" }],
    [
      "a field",
      <Field key="0" text={text} value="moss" onChange={nothing} />,
      { className: "android.widget.EditText", text: "moss", clickable: true, longClickable: true },
    ],
    ["an empty field", <Field key="0" text={text} value="" placeholder="Name" onChange={nothing} />, { text: "Name" }],
    [
      "a password",
      <Field key="0" text={text} value="abc" password onChange={nothing} />,
      { text: "•••", password: true },
    ],
    [
      "a disabled button",
      <View key="0" enabled={false} label="Save" onPress={nothing} style={box} />,
      { enabled: false, clickable: false, focusable: false },
    ],
    [
      "a selected tab",
      <View key="0" selected role="tab" label="One" style={box} />,
      { className: "android.widget.TabWidget", selected: true },
    ],
  ])("%s", (_name, element, expected) => {
    expect(told(element)).toMatchObject(expected);
  });

  test("a list is scrollable if its content is larger", () => {
    const list = (heightDp: number, horizontal = false): ReactElement => (
      <Scroll horizontal={horizontal} style={{ height: 100 }}>
        <View style={{ height: heightDp, width: heightDp }} />
      </Scroll>
    );
    expect(told(list(50))).toMatchObject({ className: "android.widget.ScrollView", scrollable: false });
    expect(told(list(150))).toMatchObject({ scrollable: true });
    expect(told(list(150, true))).toMatchObject({ className: "android.widget.HorizontalScrollView", scrollable: true });
  });
});

describe("an id", () => {
  test.each([
    ["save", "org.example.app:id/save"],
    ["android:id/button1", "android:id/button1"],
  ])("%s is reported as %s", (id, reported) => {
    expect(told(<View id={id} style={box} />).id).toBe(reported);
  });
});

describe("the tree", () => {
  test("lists windows from the lowest, each with its nodes and package", () => {
    stage.render(
      <>
        <View packageName="org.example.one" style={{ height: 50 }}>
          <Text text={text}>one</Text>
          <View packageName="org.example.inner" style={{ height: 20 }}>
            <Text text={text}>inner</Text>
          </View>
        </View>
        <View packageName="org.example.two" style={{ height: 50 }}>
          <Text text={text}>two</Text>
        </View>
      </>,
    );
    stage.flush();
    const windows = hierarchyWindows(stage.root, "org.example.home");
    expect(windows.map(({ packageName, children }) => [packageName, children.map((each) => each.text)])).toEqual([
      ["org.example.one", ["one"]],
      ["org.example.inner", ["inner"]],
      ["org.example.two", ["two"]],
    ]);
  });

  test("omits layout boxes and nests a control's content in it", () => {
    const window = show(
      <View style={{ padding: 4 }}>
        <View>
          <View label="Row" onPress={nothing}>
            <Text text={text}>title</Text>
            <Text text={text}>subtitle</Text>
          </View>
        </View>
      </View>,
    );
    expect(window.children).toMatchObject([
      { description: "Row", text: "", children: [{ text: "title" }, { text: "subtitle" }] },
    ]);
  });

  test.each<readonly [string, ReactElement]>([
    ["hidden", <View key="0" style={{ hidden: true }} label="x" />],
    ["fully transparent", <View key="0" style={{ ...box, opacity: 0 }} label="x" />],
    ["inert", <View key="0" inert style={box} label="x" />],
    ["off the screen", <View key="0" style={{ absolute: true, top: 500, left: 0, width: 10, height: 10 }} label="x" />],
    [
      "scrolled away",
      <Scroll key="0" style={{ height: 50 }} scrollTo={{ offset: 500 }}>
        <View style={{ height: 40 }} label="x" />
        <View style={{ height: 800 }} />
      </Scroll>,
    ],
    [
      "behind an opaque node",
      <View key="0" style={{ height: 40 }}>
        <View label="x" style={{ absolute: true, top: 0, left: 0, width: 40, height: 40 }} />
        <View style={{ absolute: true, top: 0, left: 0, width: 60, height: 40, background: "#112233" }} />
      </View>,
    ],
    [
      "behind a modal",
      <View key="0" style={{ height: 40 }}>
        <View label="x" style={{ absolute: true, top: 0, left: 0, width: 40, height: 40 }} />
        <View modal style={{ absolute: true, top: 80, left: 0, width: 10, height: 10 }} />
      </View>,
    ],
  ])("omits a node that is %s", (_name, element) => {
    show(element);
    expect(JSON.stringify(hierarchyWindows(stage.root, "home"))).not.toContain('"x"');
    expect(screenNodes(stage.root, "home").map(({ label }) => label)).not.toContain("x");
  });

  test.each<readonly [string, ReactElement]>([
    [
      "a translucent node",
      <View key="0" style={{ absolute: true, top: 0, left: 0, width: 60, height: 40, background: "#11223380" }} />,
    ],
    [
      "a toast",
      <View
        key="0"
        passThrough
        style={{ absolute: true, top: 0, left: 0, width: 60, height: 40, background: "#112233" }}
      />,
    ],
    [
      "a smaller node",
      <View key="0" style={{ absolute: true, top: 0, left: 0, width: 30, height: 40, background: "#112233" }} />,
    ],
    [
      "a fading node",
      <View
        key="0"
        style={{ absolute: true, top: 0, left: 0, width: 60, height: 40, background: "#112233", opacity: 0.5 }}
      />,
    ],
  ])("reports a node behind %s", (_name, cover) => {
    show(
      <View style={{ height: 40 }}>
        <View label="x" style={{ absolute: true, top: 0, left: 0, width: 40, height: 40 }} />
        {cover}
      </View>,
    );
    expect(screenNodes(stage.root, "home").map(({ label }) => label)).toContain("x");
  });

  test("reports the visible bounds in whole pixels", () => {
    const window = show(
      <Scroll style={{ height: 50.4 }} scrollTo={{ offset: 10 }}>
        <View label="cut" style={{ height: 30 }} />
        <View label="half" style={{ height: 100 }} />
      </Scroll>,
    );
    const [list] = window.children;
    expect(list?.children.map(({ description, bounds }) => [description, bounds.top, bounds.bottom])).toEqual([
      ["cut", 0, 20],
      ["half", 20, 50],
    ]);
  });
});
