import { mdiFlower } from "@mdi/js";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { useState, type ReactElement } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Text, View } from "../render/elements.ts";
import { TestPhone } from "../testing/test-phone.tsx";
import { TYPE } from "../theme.ts";
import { DetailsDialog } from "./DetailsDialog.tsx";
import { Dialog, type DialogAction } from "./Dialog.tsx";
import { ListRow } from "./ListRow.tsx";
import { Menu, type MenuItem } from "./Menu.tsx";
import { OverlayHost } from "./Overlay.tsx";
import { Snackbar } from "./Snackbar.tsx";
import { TextInput } from "./TextInput.tsx";

let phone: TestPhone;

beforeAll(async () => {
  phone = await TestPhone.start();
});

afterEach(() => {
  phone.settings.delete("system", "user_rotation");
  phone.settings.delete("system", "system_locales");
  phone.settings.delete("system", "font_scale");
});

afterAll(() => phone[Symbol.dispose]());

/** A page with a row and an open overlay. */
function Over(props: {
  over: (close: () => void) => ReactElement;
  onRow?: () => void;
  onClosed?: () => void;
}): ReactElement {
  const [open, setOpen] = useState(true);
  const close = (): void => {
    setOpen(false);
    props.onClosed?.();
  };
  return (
    <View style={{ grow: 1, basis: 0 }}>
      <ListRow id="row" title="behind it" onPress={() => props.onRow?.()} />
      {open ? props.over(close) : null}
    </View>
  );
}

const LONG = "What is asked here is asked at length, as it has to be understood before anything is lost. ";

function action(id: string, onPress = (): void => undefined, more: Partial<DialogAction> = {}): DialogAction {
  return { id, label: id, onPress, ...more };
}

describe("a dialog", () => {
  test("hides the page from touches and the hierarchy", () => {
    const onRow = vi.fn<() => void>();
    phone.show(
      <Over onRow={onRow} over={(close) => <Dialog title="Sure?" text="Really?" actions={[]} onDismiss={close} />} />,
    );
    expect([phone.has("Sure?"), phone.has("Really?"), phone.hasControl("row")]).toEqual([true, true, false]);
    phone.tapControl("dialog_title");
    expect(onRow).not.toHaveBeenCalled();
    expect(phone.has("Sure?")).toBe(true);
  });

  test.each([
    ["a touch outside it", () => phone.tapAt(180, 60)],
    ["BACK", () => phone.press(KEY_CODES.back)],
    ["a swipe from the edge", () => phone.drag(2, 300, 200, 300)],
  ])("closes once with %s, and the page is usable again", (_name, dismiss) => {
    const onClosed = vi.fn<() => void>();
    const onRow = vi.fn<() => void>();
    phone.show(
      <Over
        onRow={onRow}
        onClosed={onClosed}
        over={(close) => <Dialog title="Sure?" actions={[]} onDismiss={close} />}
      />,
    );
    dismiss();
    expect(onClosed).toHaveBeenCalledTimes(1);
    expect(phone.has("Sure?")).toBe(false);
    phone.tap("behind it");
    expect(onRow).toHaveBeenCalledTimes(1);
    expect(phone.ui.activities.foreground().label).toBe("Stage");
  });

  test("runs its actions, with the confirming one last", () => {
    const done: string[] = [];
    const actions = [action("cancel", () => done.push("cancel")), action("delete", () => done.push("delete"))];
    phone.show(<Over over={(close) => <Dialog title="Sure?" actions={actions} onDismiss={close} />} />);
    expect(phone.control("delete").bounds.left).toBeGreaterThanOrEqual(phone.control("cancel").bounds.right);
    phone.tapControl("delete");
    phone.tapControl("cancel");
    expect(done).toEqual(["delete", "cancel"]);
  });

  test("ignores a disabled action", () => {
    const onPress = vi.fn<() => void>();
    phone.show(
      <Over
        over={(close) => (
          <Dialog title="Sure?" actions={[action("save", onPress, { disabled: true })]} onDismiss={close} />
        )}
      />,
    );
    phone.tapControl("save");
    expect(onPress).not.toHaveBeenCalled();
    expect(phone.control("save").enabled).toBe(false);
  });

  test.each([0, 1])("with a long text keeps its actions visible (rotation %s)", (rotation) => {
    phone.settings.put("system", "user_rotation", String(rotation));
    const onPress = vi.fn<() => void>();
    phone.show(
      <Over
        over={(close) => (
          <Dialog title={LONG} text={LONG.repeat(40)} actions={[action("go", onPress)]} onDismiss={close} />
        )}
      />,
    );
    const { top, bottom } = phone.control("dialog").bounds;
    expect(top).toBeGreaterThanOrEqual(32);
    expect(bottom).toBeLessThanOrEqual(phone.ui.display.heightPx);
    phone.tapControl("go");
    expect(onPress).toHaveBeenCalledTimes(1);
    const before = phone.control("dialog_text").bounds.top;
    phone.drag(180, (top + bottom) / 2, 180, (top + bottom) / 2 - 60);
    expect(phone.control("dialog").bounds.top).toBe(top);
    expect(phone.control("dialog_text").bounds.top).toBe(before);
  });

  test("stacks its actions with a large font", () => {
    phone.settings.put("system", "font_scale", "2.0");
    const actions = ["Leave it", "Save a copy", "Overwrite all"].map((label) => action(label));
    phone.show(<Over over={(close) => <Dialog title={LONG} text={LONG} actions={actions} onDismiss={close} />} />);
    for (const { id } of actions) {
      const { left, right, bottom } = phone.control(id).bounds;
      expect([left >= 28, right <= 332, bottom <= 640]).toEqual([true, true, true]);
    }
  });

  test("with a field is above the keyboard and receives typed text", () => {
    const Asking = ({ close }: { close: () => void }): ReactElement => {
      const [name, setName] = useState("");
      return (
        <Dialog title="Name" actions={[action("ok")]} onDismiss={close}>
          <View style={{ paddingX: 24 }}>
            <TextInput id="name" label="Name" takesFocus value={name} onChange={setName} />
          </View>
        </Dialog>
      );
    };
    phone.show(<Over over={(close) => <Asking close={close} />} />);
    expect(phone.has("Space")).toBe(true);
    phone.type("fern");
    expect(phone.control("name").text).toBe("fern");
    expect(phone.control("ok").bounds.bottom).toBeLessThan(phone.find("q").bounds.top);
    // BACK closes the keyboard first, then the dialog.
    phone.press(KEY_CODES.back);
    expect([phone.has("Space"), phone.hasControl("dialog")]).toEqual([false, true]);
    phone.press(KEY_CODES.back);
    expect(phone.hasControl("dialog")).toBe(false);
  });

  test("of details shows names and values in the device's language", () => {
    phone.settings.put("system", "system_locales", "de-DE");
    const rows = [
      ["Size", "12 kB"],
      ["Path", `/sdcard/${"deep/".repeat(60)}`],
    ] as const;
    phone.show(<Over over={(close) => <DetailsDialog title="moss.png" rows={rows} onClose={close} />} />);
    expect(phone.texts()).toEqual(expect.arrayContaining(["moss.png", "Size", "12 kB", "Path", rows[1][1]]));
    phone.tap("Schließen");
    expect(phone.hasControl("dialog")).toBe(false);
  });
});

describe("a menu", () => {
  function showMenu(items: readonly MenuItem[], onClosed = vi.fn<() => void>()) {
    phone.show(<Over onClosed={onClosed} over={(close) => <Menu items={items} onDismiss={close} />} />);
    return onClosed;
  }
  const item = (id: string, more: Partial<MenuItem> = {}): MenuItem => ({
    id,
    label: id,
    onPress: () => undefined,
    ...more,
  });

  test("closes before it runs the chosen action", () => {
    const order: string[] = [];
    const onClosed = showMenu(
      [item("rename", { onPress: () => order.push("rename") })],
      vi.fn(() => void order.push("closed")),
    );
    phone.tapControl("rename");
    expect(order).toEqual(["closed", "rename"]);
    expect(onClosed).toHaveBeenCalledTimes(1);
    expect(phone.hasControl("menu")).toBe(false);
  });

  test("reports the checked option and ignores disabled ones", () => {
    const onPress = vi.fn<() => void>();
    showMenu([
      item("name", { checked: true }),
      item("size", { checked: false }),
      item("gone", { disabled: true, onPress }),
    ]);
    expect(phone.control("name")).toMatchObject({ checkable: true, checked: true });
    expect(phone.control("size")).toMatchObject({ checkable: true, checked: false });
    phone.tapControl("gone");
    expect(onPress).not.toHaveBeenCalled();
    expect(phone.hasControl("menu")).toBe(true);
  });

  test("closes with a touch outside it and with BACK", () => {
    for (const dismiss of [() => phone.tapAt(40, 600), () => phone.press(KEY_CODES.back)]) {
      const onClosed = showMenu([item("rename")]);
      dismiss();
      expect(onClosed).toHaveBeenCalledTimes(1);
    }
  });

  test("stays on the screen with long names", () => {
    showMenu([item("long", { label: LONG.repeat(3), icon: mdiFlower, checked: true }), item("short")]);
    const { left, right } = phone.control("menu").bounds;
    expect([left >= 0, right <= 360, right - left <= 300]).toEqual([true, true, true]);
    expect(phone.control("long").bounds.right).toBeLessThanOrEqual(right);
  });

  test.each([
    ["below the bar", undefined],
    ["at the bottom", { bottom: 96, right: 24 }],
  ])("%s scrolls through all its items in landscape", (_name, place) => {
    phone.settings.put("system", "user_rotation", "1");
    const chosen: string[] = [];
    const things = Array.from({ length: 12 }, (_, index) =>
      item(`thing ${index}`, { onPress: () => chosen.push(`thing ${index}`) }),
    );
    const menu = (): void =>
      phone.show(<Over over={(close) => <Menu items={things} onDismiss={close} {...(place ? { place } : {})} />} />);
    menu();
    phone.tapControl("thing 0");
    menu();
    const { top, bottom } = phone.control("menu").bounds;
    expect([top >= 32, bottom <= 360]).toEqual([true, true]);
    for (let swipe = 0; swipe < 5; swipe++) phone.drag(560, bottom - 20, 560, top + 20);
    phone.tapControl("thing 11");
    expect(chosen).toEqual(["thing 0", "thing 11"]);
  });
});

test("a nested overlay covers its whole host", () => {
  const onRow = vi.fn<() => void>();
  phone.show(
    <OverlayHost>
      <View style={{ height: 100 }}>
        <Dialog title="From within" actions={[]} onDismiss={() => undefined} />
      </View>
      <ListRow id="row" title="beside it" onPress={onRow} />
    </OverlayHost>,
  );
  expect([phone.has("From within"), phone.hasControl("row")]).toEqual([true, false]);
  phone.tapAt(180, 300);
  expect(onRow).not.toHaveBeenCalled();
});

test("a hosted overlay updates and disappears with its parent", () => {
  const Counting = (): ReactElement => {
    const [count, setCount] = useState(0);
    return count > 2 ? (
      <Text text={TYPE.body}>done</Text>
    ) : (
      <Dialog
        title={`asked ${count} times`}
        actions={[action("again", () => setCount(count + 1))]}
        onDismiss={() => undefined}
      />
    );
  };
  phone.show(
    <OverlayHost>
      <Counting />
    </OverlayHost>,
  );
  phone.tapControl("again");
  expect(phone.has("asked 1 times")).toBe(true);
  phone.tapControl("again");
  phone.tapControl("again");
  expect([phone.hasControl("dialog"), phone.has("done")]).toEqual([false, true]);
});

test("BACK closes the last of two overlays first", () => {
  const closed: string[] = [];
  const Two = (): ReactElement => {
    const [second, setSecond] = useState(true);
    return (
      <View style={{ grow: 1 }}>
        <Dialog title="first" actions={[]} onDismiss={() => closed.push("first")} />
        {second ? (
          <Dialog title="second" actions={[]} onDismiss={() => (closed.push("second"), setSecond(false))} />
        ) : null}
      </View>
    );
  };
  phone.show(<Two />);
  phone.press(KEY_CODES.back);
  phone.press(KEY_CODES.back);
  expect(closed).toEqual(["second", "first"]);
});

test("a snackbar has one action, with room beside a long text", () => {
  const onAction = vi.fn<() => void>();
  phone.show(
    <View style={{ grow: 1 }}>
      <Snackbar text={LONG} action="Undo" onAction={onAction} />
    </View>,
  );
  const { right, bottom } = phone.find("Undo").bounds;
  expect([right <= 360 - 16, bottom <= 640 - 24]).toEqual([true, true]);
  expect(phone.find(LONG).bounds.right).toBeLessThanOrEqual(phone.find("Undo").bounds.left);
  phone.tap("Undo");
  expect(onAction).toHaveBeenCalledTimes(1);
});
