import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Draw, Text, View } from "../render/elements.ts";
import { testApp, TestPhone } from "../testing/test-phone.tsx";
import { TYPE } from "../theme.ts";
import { SystemPart } from "./SystemPart.tsx";

const NOTES = "org.example.notes";
let phone: TestPhone;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] });
  phone = await TestPhone.start({ apps: [testApp(NOTES, "Notes")] });
});

// Earlier crashes expire before the next test.
beforeEach(() => void vi.advanceTimersByTime(200_000));
afterEach(() => phone.reset());

afterAll(() => {
  phone[Symbol.dispose]();
  vi.useRealTimers();
});

const crashes = (): string[] => phone.logged.filter((line) => line.includes("of the system crashed"));

describe("a throwing part of the system", () => {
  /** Returns a component that throws while it is `broken`, and counts its renderings. */
  const faulty = (): { made: number; broken: boolean; show: () => void } => {
    const state = { made: 0, broken: true, show: () => phone.show(part) };
    const Fault = () => {
      state.made++;
      if (state.broken) throw new Error("the moss is too dry");
      return <Text text={TYPE.body}>well again</Text>;
    };
    const part = (
      <View style={{ grow: 1 }}>
        <SystemPart name="the fern">
          <Fault />
        </SystemPart>
        <SystemPart name="the moss">
          <Text text={TYPE.body}>beside it</Text>
        </SystemPart>
      </View>
    );
    return state;
  };

  test("is logged by name and restarts, without affecting other parts", () => {
    const fault = faulty();
    fault.show();
    expect([phone.has("well again"), phone.has("beside it")]).toEqual([false, true]);
    expect(crashes()[0]).toMatch(/^the fern of the system crashed and begins anew now: Error: the moss is too dry\n/);
    fault.broken = false;
    vi.advanceTimersByTime(1);
    expect([phone.has("well again"), phone.has("beside it")]).toEqual([true, true]);
    expect(crashes().length).toBe(1);
  });

  test("waits a minute after three restarts", () => {
    const fault = faulty();
    fault.show();
    vi.advanceTimersByTime(1000);
    expect(crashes().length).toBe(4);
    expect(crashes()[3]).toContain("begins anew in 60 s");
    const { made } = fault;
    vi.advanceTimersByTime(58_000);
    expect(fault.made).toBe(made);
    fault.broken = false;
    vi.advanceTimersByTime(2000);
    expect(phone.has("well again")).toBe(true);
  });

  test("does not return if it is removed while it waits", () => {
    const fault = faulty();
    fault.show();
    vi.advanceTimersByTime(1000);
    const { made } = fault;
    phone.show(<View style={{ grow: 1 }} />);
    vi.advanceTimersByTime(200_000);
    expect([fault.made, phone.has("beside it")]).toEqual([made, false]);
  });
});

/** Posts a notification whose card cannot be rendered; the types forbid it to programs. */
function postBroken(): string {
  const actions = 7 as unknown as [];
  return phone.ui.notifications.post({ packageName: NOTES, title: "Broken", text: "", urgent: true, actions });
}

test("an unrenderable notification affects only its card", () => {
  const id = postBroken();
  phone.ui.panels.expandNotifications();
  phone.ui.nodes();
  expect(crashes().some((line) => line.startsWith("the urgent notification"))).toBe(true);
  phone.ui.panels.collapse();
  vi.advanceTimersByTime(5000);
  phone.tap("Notes");
  expect(phone.has("this is Notes")).toBe(true);
  phone.ui.notifications.cancel(NOTES, id);
  vi.advanceTimersByTime(120_000);
  phone.ui.notifications.post({ packageName: NOTES, title: "Whole", text: "again", urgent: true });
  expect(phone.has("Whole")).toBe(true);
});

test("the shade recovers once a broken notification is gone", () => {
  const id = postBroken();
  phone.ui.panels.expandNotifications();
  vi.advanceTimersByTime(1000);
  phone.ui.notifications.cancel(NOTES, id);
  phone.ui.notifications.post({ packageName: NOTES, title: "Whole", text: "again" });
  phone.ui.panels.collapse();
  vi.advanceTimersByTime(120_000);
  phone.ui.panels.expandNotifications();
  expect(phone.has("Whole")).toBe(true);
});

test("a throwing drawing is logged once; the frame is still drawn", () => {
  const draw = vi.fn<() => void>(() => {
    throw new Error("no such colour");
  });
  phone.show(
    <View style={{ grow: 1 }}>
      <Draw draw={draw} style={{ height: 40 }} />
      <View style={{ height: 200, background: "#00ff00" }} />
    </View>,
  );
  expect(phone.pixel(180, 200)).toBe("00ff00");
  expect(phone.logged.filter((line) => line.includes("no such colour")).length).toBe(1);
  phone.ui.settings.put("secure", "ui_night_mode", "1");
  phone.pixel(180, 200);
  expect(draw).toHaveBeenCalledTimes(1);
  phone.logged.length = 0;
});
