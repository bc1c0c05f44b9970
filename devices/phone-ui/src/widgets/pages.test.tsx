import { mdiFlower, mdiMagnify } from "@mdi/js";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { useState, type ReactElement } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Text, View } from "../render/elements.ts";
import { colorsOf } from "../services/wallpapers/wallpapers.ts";
import { TestPhone } from "../testing/test-phone.tsx";
import { TYPE } from "../theme.ts";
import { AppIcon } from "./AppIcon.tsx";
import { Avatar } from "./Avatar.tsx";
import { Button } from "./Button.tsx";
import { EmptyState } from "./EmptyState.tsx";
import { FullBleed } from "./FullBleed.tsx";
import { IconButton } from "./IconButton.tsx";
import { Outline } from "./Outline.tsx";
import { Page } from "./Page.tsx";
import { Places } from "./Places.tsx";
import { SearchField, TextInput } from "./TextInput.tsx";
import { TopBar } from "./TopBar.tsx";
import { TwoPane } from "./TwoPane.tsx";

let phone: TestPhone;

beforeAll(async () => {
  phone = await TestPhone.start();
});

afterEach(() => {
  for (const key of ["user_rotation", "system_locales", "font_scale"]) phone.settings.delete("system", key);
  for (const key of ["navigation_mode", "ui_night_mode"]) phone.settings.delete("secure", key);
  phone.settings.delete("global", "display_size_forced");
});

afterAll(() => phone[Symbol.dispose]());

const LONG = "A title that was not made for a phone and goes on for longer than it is wide";

function turn(): void {
  phone.settings.put("system", "user_rotation", "1");
}

function forceSize(widthPx: number, heightPx: number): void {
  phone.settings.put("global", "display_size_forced", `${widthPx},${heightPx}`);
}

describe("a page's bar", () => {
  test.each([
    ["Back", "en-US"],
    ["Zurück", "de-DE"],
  ])("has a back button named %s", (label, locales) => {
    phone.settings.put("system", "system_locales", locales);
    const onBack = vi.fn<() => void>();
    phone.show(<TopBar title="Ferns" onBack={onBack} />);
    phone.tap(label);
    expect(onBack).toHaveBeenCalledTimes(1);
  });

  test("ends a selection without a change of its height", () => {
    const onClose = vi.fn<() => void>();
    const place = (bar: ReactElement): number => {
      phone.show(
        <>
          {bar}
          <Text text={TYPE.body}>below</Text>
        </>,
      );
      return phone.find("below").bounds.top;
    };
    const before = place(<TopBar large title="Ferns" />);
    expect(place(<TopBar large title="2" label="2 selected" onClose={onClose} />)).toBe(before);
    expect(phone.control("title").description).toBe("2 selected");
    phone.tapControl("close");
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test("keeps its actions visible with long titles", () => {
    const onPress = vi.fn<() => void>();
    phone.show(
      <TopBar title={LONG} subtitle={LONG} onBack={() => undefined}>
        <IconButton id="search" path={mdiMagnify} label="Search" onPress={onPress} />
      </TopBar>,
    );
    expect(phone.control("search").bounds.right).toBeLessThanOrEqual(360);
    expect(phone.control("title").bounds.right).toBeLessThanOrEqual(phone.control("search").bounds.left);
    phone.tapControl("search");
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  test("is hidden during typing in landscape", () => {
    turn();
    phone.show(
      <View style={{ grow: 1 }}>
        <TopBar title="Ferns" />
        <SearchField id="search" label="Search ferns" value="" onChange={() => undefined} />
      </View>,
    );
    expect(phone.hasControl("title")).toBe(true);
    phone.tapControl("search");
    expect(phone.hasControl("title")).toBe(false);
    phone.press(KEY_CODES.back);
    expect(phone.hasControl("title")).toBe(true);
  });
});

describe("a page", () => {
  test("scrolls below its bar, to its last line above the pill", () => {
    phone.show(
      <Page title="Ferns">
        {Array.from({ length: 60 }, (_, line) => (
          <Text key={line} text={TYPE.body}>{`line ${line}`}</Text>
        ))}
      </Page>,
    );
    const bar = phone.control("title").bounds;
    for (let swipe = 0; swipe < 5; swipe++) phone.drag(180, 560, 180, 120);
    expect(phone.control("title").bounds).toEqual(bar);
    expect(phone.find("line 59").bounds.bottom).toBeLessThanOrEqual(640 - 24);
  });

  test("is centered with a limited width on wide screens", () => {
    forceSize(1400, 800);
    phone.show(
      <Page title="Ferns">
        <Button id="wide" label="wide" onPress={() => undefined} />
      </Page>,
    );
    const { left, right } = phone.control("wide").bounds;
    expect(right - left).toBeLessThanOrEqual(720);
    expect(Math.abs(left + right - 1400)).toBeLessThanOrEqual(2);
  });
});

function Tabs({ onSelect }: { onSelect?: (id: string) => void }): ReactElement {
  const [selected, setSelected] = useState("one");
  const tabs = ["one", "two", "three"].map((id) => ({ id, label: `Place ${id}`, icon: mdiFlower }));
  const select = (id: string): void => {
    onSelect?.(id);
    setSelected(id);
  };
  return (
    <Places tabs={tabs} selected={selected} onSelect={select}>
      <SearchField id="search" label="Search" value="" onChange={() => undefined} />
      <Text text={TYPE.body}>{`this is ${selected}`}</Text>
    </Places>
  );
}

describe("an app's places", () => {
  test("are tabs; a tap selects one", () => {
    phone.show(<Tabs />);
    expect(phone.control("one")).toMatchObject({ className: "android.widget.TabWidget", selected: true });
    phone.tapControl("three");
    expect([phone.control("one").selected, phone.control("three").selected]).toEqual([false, true]);
    expect(phone.has("this is three")).toBe(true);
  });

  test("are below the page, or before it in landscape", () => {
    phone.show(<Tabs />);
    expect(phone.control("one").bounds.top).toBeGreaterThan(500);
    expect(phone.control("two").bounds.left).toBeGreaterThanOrEqual(phone.control("one").bounds.right);
    turn();
    expect(phone.control("one").bounds.right).toBeLessThanOrEqual(88);
    expect(phone.control("two").bounds.top).toBeGreaterThanOrEqual(phone.control("one").bounds.bottom);
    expect(phone.find("this is one").bounds.left).toBeGreaterThanOrEqual(88);
  });

  test.each(["0", "2"])("are all touchable in landscape with navigation mode %s", (mode) => {
    phone.settings.put("secure", "navigation_mode", mode);
    turn();
    const onSelect = vi.fn<(id: string) => void>();
    phone.show(<Tabs onSelect={onSelect} />);
    for (const id of ["one", "two", "three"]) phone.tapControl(id);
    expect(onSelect.mock.calls.flat()).toEqual(["one", "two", "three"]);
  });

  test("are hidden during typing", () => {
    phone.show(<Tabs />);
    phone.tapControl("search");
    expect(phone.hasControl("one")).toBe(false);
    phone.press(KEY_CODES.back);
    expect(phone.hasControl("one")).toBe(true);
  });

  test("are above a three-button bar", () => {
    phone.settings.put("secure", "navigation_mode", "0");
    phone.show(<Tabs />);
    expect(phone.control("one").bounds.bottom).toBeLessThanOrEqual(phone.control("home").bounds.top);
  });
});

describe("a two-pane page", () => {
  const pane = (name: string): ReactElement => <Text text={TYPE.body}>{name}</Text>;

  test("shows one pane on a phone", () => {
    phone.show(<TwoPane list={pane("list")} detail={undefined} empty={pane("empty")} />);
    expect([phone.has("list"), phone.has("empty")]).toEqual([true, false]);
    phone.show(<TwoPane list={pane("list")} detail={pane("detail")} empty={pane("empty")} />);
    expect([phone.has("list"), phone.has("detail")]).toEqual([false, true]);
  });

  test("shows both panes on a tablet, with an empty state", () => {
    forceSize(1000, 700);
    phone.show(<TwoPane list={pane("list")} detail={undefined} empty={pane("empty")} />);
    expect([phone.has("list"), phone.has("empty")]).toEqual([true, true]);
    phone.show(<TwoPane list={pane("list")} detail={pane("detail")} empty={pane("empty")} />);
    expect(phone.has("empty")).toBe(false);
    expect(phone.find("detail").bounds.left).toBeGreaterThan(phone.find("list").bounds.right);
  });

  test("keeps text over rotation, and in the covered list", () => {
    forceSize(500, 900);
    const Written = ({ id }: { id: string }): ReactElement => {
      const [value, setValue] = useState("");
      return <TextInput id={id} label={id} value={value} onChange={setValue} />;
    };
    const Panes = (): ReactElement => {
      const [open, setOpen] = useState(false);
      const list = (
        <View style={{ grow: 1 }}>
          <Written id="query" />
          <Button id="open" label="Open" onPress={() => setOpen(true)} />
        </View>
      );
      const detail = (
        <View style={{ grow: 1 }}>
          <Written id="draft" />
          <Button id="leave" label="Leave" onPress={() => setOpen(false)} />
        </View>
      );
      return <TwoPane list={list} detail={open ? detail : undefined} empty={pane("empty")} />;
    };
    phone.show(<Panes />);
    phone.tapControl("query");
    phone.type("fern");
    phone.press(KEY_CODES.back);
    phone.tap("Open");
    expect(phone.hasControl("query")).toBe(false);
    phone.tapControl("draft");
    phone.type("half a thought");
    turn();
    expect([phone.control("query").text, phone.control("draft").text]).toEqual(["fern", "half a thought"]);
    phone.settings.delete("system", "user_rotation");
    expect(phone.control("draft").text).toBe("half a thought");
    phone.press(KEY_CODES.back);
    phone.tap("Leave");
    expect(phone.control("query").text).toBe("fern");
  });
});

describe("an empty page", () => {
  const empty = (onPress: () => void): ReactElement => (
    <EmptyState icon={mdiFlower} title="No ferns" text="Plant one">
      <Button id="plant" label="Plant" onPress={onPress} />
    </EmptyState>
  );

  test("shows a hint and a button", () => {
    const onPress = vi.fn<() => void>();
    phone.show(empty(onPress));
    expect([phone.has("No ferns"), phone.has("Plant one")]).toEqual([true, true]);
    phone.tapControl("plant");
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  test("fits in landscape with a large font", () => {
    turn();
    phone.settings.put("system", "font_scale", "1.3");
    phone.show(empty(() => undefined));
    const { top } = phone.find("No ferns").bounds;
    expect([top >= 32, phone.control("plant").bounds.bottom <= 360]).toEqual([true, true]);
  });
});

test("a full-bleed page sets the bars' color while it is shown", () => {
  const Bleeding = (): ReactElement => {
    const [open, setOpen] = useState(true);
    return (
      <View style={{ grow: 1 }}>
        <Button id="close" label="close" onPress={() => setOpen(false)} />
        {open ? (
          <FullBleed background="#112233" foreground="#ffeedd">
            <View style={{ paddingTop: 40 }}>
              <Button id="shut" label="shut" onPress={() => setOpen(false)} />
            </View>
          </FullBleed>
        ) : null}
      </View>
    );
  };
  phone.show(<Bleeding />);
  expect(phone.pixel(180, 2)).toBe("112233");
  expect(phone.services.store.get().foregrounds).toEqual({ "com.terrarium.stage": "#ffeedd" });
  // The button is beneath the status bar, which passes touches through.
  phone.tapControl("shut");
  expect(phone.pixel(180, 2)).not.toBe("112233");
  expect(phone.services.store.get().foregrounds).toEqual({});
});

describe("an avatar", () => {
  const letterOf = (name: string): string[] => {
    phone.show(<Avatar name={name} />);
    return phone.texts().filter((text) => text.length <= 2 && /\p{L}/u.test(text));
  };

  test.each([
    ["ada", "A"],
    ["  émile", "É"],
    ["李雷", "李"],
    ["ñandú", "Ñ"],
    ["ß", "SS"],
  ])("of %j is the letter %s", (name, letter) => {
    expect(letterOf(name)).toEqual([letter]);
  });

  test.each(["", "+49 30 1234", "🌱", "  "])("of %j is a glyph", (name) => {
    expect(letterOf(name)).toEqual([]);
  });

  test("has one color for each name and theme", () => {
    const colour = (name: string): string => {
      phone.show(
        <View style={{ padding: 10 }}>
          <Avatar name={name} size={100} />
        </View>,
      );
      return phone.pixel(60, 32 + 10 + 6);
    };
    const first = colour("Ada");
    expect(colour("Ada")).toBe(first);
    expect(new Set(["Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal"].map(colour)).size).toBeGreaterThan(2);
    phone.settings.put("secure", "ui_night_mode", "1");
    expect(colour("Ada")).not.toBe(first);
  });
});

test("an app's icon fills its square except the corners", () => {
  phone.show(
    <View style={{ background: "#000000", padding: 10 }}>
      <AppIcon design={{ path: mdiFlower, color: "#ff0000" }} size={100} />
    </View>,
  );
  const at = (x: number, y: number): string => phone.pixel(10 + x, 32 + 10 + y);
  expect(at(1, 1)).toBe("000000");
  for (const [x, y] of [
    [50, 4],
    [4, 50],
    [96, 50],
    [50, 96],
  ] as const)
    expect(Number.parseInt(at(x, y).slice(0, 2), 16)).toBeGreaterThan(200);
  expect(at(50, 50)).not.toBe("000000");
});

test("an outline gives white content an edge in both themes", () => {
  for (const theme of ["light", "dark"] as const) {
    phone.settings.put("secure", "ui_night_mode", theme === "light" ? "1" : "2");
    phone.show(
      <View style={{ width: 100, height: 100 }}>
        <View style={{ width: 100, height: 100, background: "#ffffff" }} />
        <Outline radius={0} />
      </View>,
    );
    expect(phone.pixel(50, 82)).toBe("ffffff");
    expect(`#${phone.pixel(0, 82)}`).toBe(colorsOf("moss", theme).outlineVariant);
  }
});
