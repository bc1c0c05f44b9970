import type { ActivityCalls, PackageInfo, StartResult } from "@terrarium/phone-shell/system-calls/activity-calls";
import type { ContentAnswer, DeviceCalls } from "@terrarium/phone-shell/system-calls/device-calls";
import type { HelperCalls } from "@terrarium/phone-shell/system-calls/helper-calls";
import type { LogCalls } from "@terrarium/phone-shell/system-calls/log-calls";
import type { RecordingCalls } from "@terrarium/phone-shell/system-calls/recording-calls";
import type { ScreenCalls } from "@terrarium/phone-shell/system-calls/screen-calls";
import type { SettingCalls } from "@terrarium/phone-shell/system-calls/setting-calls";
import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import type { AppProcess } from "@terrarium/phone-system/app-processes";
import type { ContentRow } from "@terrarium/phone-system/content/content-provider";
import type { SettingNamespace } from "@terrarium/phone-system/device-settings";
import type { HelperPackage, HelperStep } from "@terrarium/phone-system/helper-programs";
import { LogBuffers } from "@terrarium/phone-system/log-buffer";
import type { HierarchyNode, Intent } from "@terrarium/phone-system/system-ui";
import { uiNode } from "@terrarium/ui-tree/create-node";

/** A phone with three apps and no graphics. Commands call it, and tests check the calls. */
export interface FakePhone {
  readonly calls: SystemCalls;
  /** Calls that commands made to change the phone, in order, such as `tap {"pointerId":-10,…}`. */
  readonly told: string[];
  readonly log: LogBuffers;
  settings: Record<SettingNamespace, Map<string, string>>;
  properties: Map<string, string>;
  clipboard: string;
  awake: boolean;
  locked: boolean;
  /** Rotation in quarter turns. */
  rotation: number;
  /** Foreground app. */
  front: PackageInfo;
  /** Other running apps besides the home screen, the latest first. */
  running: PackageInfo[];
  windows: HierarchyNode[];
  notifications: Awaited<ReturnType<SystemCalls["notifications"]>>;
  helpers: HelperPackage[];
  /** Steps of the next started helper. */
  helperSteps: HelperStep[];
  /** Whether that helper runs on after its steps. */
  helperRunsOn: boolean;
  /** Size of each running recording. */
  recordedBytes: number;
  /** Rows of every content URI except `content://none/`. No app owns that one. */
  rows: ContentRow[];
  /** Sets a property as the system itself does, for property watchers. */
  changeProperty(name: string, value: string): void;
  /** Restores the initial state. */
  reset(): void;
}

function app(packageName: string, activity: string, userId: number, isHome = false): PackageInfo {
  const label = packageName.split(".").at(-1) ?? "";
  return { packageName, component: `${packageName}/${activity}`, label, userId, enabled: true, isHome };
}

export const fakeApps = {
  home: app("com.example.home", ".Home", 10080, true),
  notes: app("com.example.notes", ".Main", 10081),
  mail: app("com.example.mail", "org.mail.Inbox", 10082),
} as const;

const packages = Object.values(fakeApps);

/** Makes a node of a screen. Most tests set only a few of its properties. */
export function fakeNode(known: Partial<HierarchyNode> = {}): HierarchyNode {
  return uiNode({
    className: "android.widget.FrameLayout",
    packageName: fakeApps.home.packageName,
    bounds: { left: 0, top: 0, right: 720, bottom: 1280 },
    ...known,
  });
}

/** Initial properties and settings. */
const firstProperties = [
  ["ro.build.version.release", "15"],
  ["ro.build.version.sdk", "35"],
  ["ro.kernel.version", "6.6.0-test"],
  ["ro.product.cpu.abi", "arm64-v8a"],
  ["ro.product.cpu.machine", "aarch64"],
  ["ro.product.name", "generic"],
  ["sys.boot_completed", "1"],
] as const;
const firstSettings = {
  system: [
    ["accelerometer_rotation", "0"],
    ["screen_brightness", "51"],
    ["volume_alarm", "6"],
    ["volume_music", "8"],
    ["volume_ring", "5"],
  ],
  secure: [
    ["location_mode", "0"],
    ["navigation_mode", "2"],
    ["ui_night_mode", "2"],
  ],
  global: [["wifi_on", "1"]],
} as const;

/** Returns the initial state for `reset`. */
function beginning() {
  return {
    settings: {
      system: new Map<string, string>(firstSettings.system),
      secure: new Map<string, string>(firstSettings.secure),
      global: new Map<string, string>(firstSettings.global),
    },
    properties: new Map<string, string>(firstProperties),
    clipboard: "",
    awake: true,
    locked: false,
    rotation: 0,
    front: fakeApps.home,
    running: [] as PackageInfo[],
    windows: [fakeNode({ text: "Home" })],
    notifications: [] as FakePhone["notifications"],
    recordedBytes: 0,
    helpers: [] as HelperPackage[],
    helperSteps: [] as HelperStep[],
    helperRunsOn: false,
    rows: [] as ContentRow[],
  };
}

export function createFakePhone(): FakePhone {
  const told: string[] = [];
  const log = new LogBuffers({ nowMs: () => Date.now() });
  const watching = new Set<(change: [string, string]) => void>();
  const sessions = new Set<number>();
  const recordings = new Set<number>();
  const phone: FakePhone = {
    ...beginning(),
    calls: undefined as unknown as SystemCalls, // set below, because the calls need the phone
    told,
    log,
    changeProperty: (name, value) => {
      phone.properties.set(name, value);
      const all = [...watching];
      watching.clear();
      for (const resolve of all) resolve([name, value]);
    },
    reset: () => {
      Object.assign(phone, beginning());
      told.length = 0;
      sessions.clear();
      recordings.clear();
      log.clear(["main", "radio", "events", "system", "crash"]);
    },
  };
  const tell = (name: string, ...args: unknown[]): void => {
    const words = args.filter((arg) => arg !== undefined).map((arg) => JSON.stringify(arg));
    told.push([name, ...words].join(" "));
  };
  const calls: SystemCalls = {
    ...activityCalls(phone, tell, sessions),
    ...screenCalls(phone, tell),
    ...deviceCalls(phone, tell, watching, recordings),
    ...helperCalls(phone, tell),
    ...logAndSettingCalls(phone, tell),
  };
  return Object.assign(phone, { calls });
}

type Tell = (name: string, ...args: unknown[]) => void;

function takerOf({ packageName, action, dataUri }: Intent): PackageInfo | undefined {
  if (packageName !== undefined) return packages.find((each) => each.packageName === packageName);
  if (dataUri?.startsWith("mailto:")) return fakeApps.mail;
  return action === "android.intent.action.EDIT" ? fakeApps.notes : undefined;
}

function activityCalls(phone: FakePhone, tell: Tell, sessions: Set<number>): ActivityCalls {
  const end = (packageName: string): void => {
    phone.running = phone.running.filter((each) => each.packageName !== packageName);
    if (phone.front.packageName === packageName) phone.front = fakeApps.home;
  };
  return {
    packages: async () => packages,
    resolveActivity: async (intent) => takerOf(intent),
    startActivity: async (intent): Promise<StartResult> => {
      tell("startActivity", intent);
      const taker = takerOf(intent);
      if (!taker) return { app: undefined, outcome: "notFound", tookMs: 0 };
      const ran = phone.running.includes(taker);
      const outcome = phone.front === taker ? "alreadyInFront" : ran ? "broughtToFront" : "started";
      phone.front = taker;
      if (!taker.isHome) phone.running = [taker, ...phone.running.filter((each) => each !== taker)];
      return { app: taker, outcome, tookMs: 1 };
    },
    stopApp: async (packageName) => {
      tell("stopApp", packageName);
      end(packageName);
    },
    forceStop: async (packageName) => {
      tell("forceStop", packageName);
      end(packageName);
    },
    foregroundApp: async () => phone.front,
    appProcesses: async () =>
      [fakeApps.home, ...phone.running].map(({ packageName, component, userId }): AppProcess => {
        const pid = 1500 + 17 * packages.findIndex((each) => each.packageName === packageName);
        return { packageName, component, userId, pid, startedAtMs: 0 };
      }),
    recentApps: async () => phone.running,
    clearData: async (packageName) => tell("clearData", packageName),
    openInstallSession: async () => {
      sessions.add(sessions.size + 1);
      return sessions.size;
    },
    hasInstallSession: async (id) => sessions.has(id),
    closeInstallSession: async (id) => sessions.delete(id),
  };
}

function screenCalls(phone: FakePhone, tell: Tell): ScreenCalls {
  return {
    display: async () => {
      const turned = phone.rotation % 2 === 1;
      const physical = { widthPx: 720, heightPx: 1280, densityDpi: 320 };
      const [widthPx, heightPx] = turned ? [1280, 720] : [720, 1280];
      return { widthPx, heightPx, densityDpi: 320, rotation: phone.rotation, physical };
    },
    capturePng: async () => Buffer.from("\x89PNG of the screen", "latin1"),
    capturePixels: async () => Buffer.alloc(720 * 1280 * 4, 7),
    hierarchy: async () => ({ rotation: 0, windows: phone.windows }),
    screenAtRest: async () => undefined,
    touch: async (event) => tell("touch", event),
    tap: async (place) => tell("tap", place),
    scroll: async (event) => tell("scroll", event),
    key: async (keyCode, action, metaState) => tell("key", keyCode, action, metaState),
    text: async (text) => tell("text", text),
    panel: async (action) => tell("panel", action),
    power: async () => ({ awake: phone.awake, locked: phone.locked }),
    setPower: async (action) => tell("setPower", action),
    getClipboard: async () => phone.clipboard,
    setClipboard: async (text) => void (phone.clipboard = text),
    notifications: async () => phone.notifications,
    postNotification: async (notification) => tell("postNotification", notification),
    cancelNotification: async (packageName, id) => tell("cancelNotification", packageName, id),
  };
}

function deviceCalls(
  phone: FakePhone,
  tell: Tell,
  watching: Set<(change: [string, string]) => void>,
  recordings: Set<number>,
): DeviceCalls & RecordingCalls {
  const rowsOf = (uri: string): ContentAnswer<ContentRow[]> =>
    uri.startsWith("content://none/")
      ? { error: { name: "java.lang.IllegalArgumentException", message: `Unknown URI ${uri}` } }
      : { value: phone.rows };
  return {
    getProperty: async (name) => phone.properties.get(name),
    listProperties: async () => [...phone.properties],
    setProperty: async (name, value) => {
      if (name.startsWith("ro.")) return "read-only property is already set";
      phone.changeProperty(name, value);
      return undefined;
    },
    nextPropertyChange: () => new Promise((resolve) => watching.add(resolve)),
    storage: async () => ({ usedBytes: 25 * 1024 ** 2, limitBytes: 100 * 1024 ** 2 }),
    uptimeS: async () => 3725,
    passTime: async () => undefined,
    usage: async () => ({ memoryBytes: 64 * 1024 ** 2, busyMs: 372_500 }),
    reboot: async () => tell("reboot"),
    stopSystem: async () => tell("stopSystem"),
    startSystem: async () => tell("startSystem"),
    contentUris: async () => ["content://a/{b,c}", "content://d"],
    contentQuery: async (uri, query) => {
      tell("contentQuery", uri, query);
      return rowsOf(uri);
    },
    contentInsert: async (uri, values) => {
      tell("contentInsert", uri, values);
      const answer = rowsOf(uri);
      return "value" in answer ? { value: `${uri}/1` } : answer;
    },
    contentUpdate: async (uri, values, where) => {
      tell("contentUpdate", uri, values, where);
      const answer = rowsOf(uri);
      return "value" in answer ? { value: answer.value.length } : answer;
    },
    contentDelete: async (uri, where) => {
      tell("contentDelete", uri, where);
      const answer = rowsOf(uri);
      return "value" in answer ? { value: answer.value.length } : answer;
    },
    startRecording: async (options) => {
      if (recordings.size >= 2) throw new Error("more than 2 recordings at once");
      tell("startRecording", options);
      const id = recordings.size + 1;
      recordings.add(id);
      return id;
    },
    lookAtRecording: async () => ({ bytes: phone.recordedBytes, full: false }),
    stopRecording: async (id) => {
      tell("stopRecording", id);
      recordings.delete(id);
      return Buffer.from("film");
    },
  };
}

/** Name of the only helper that the phone installs. */
export const FAKE_HELPER = "com.example.helper";

function helperCalls(phone: FakePhone, tell: Tell): HelperCalls {
  return {
    helperPackages: async () => phone.helpers,
    installHelper: async (apk) => {
      tell("installHelper", apk);
      if (apk.packageName !== FAKE_HELPER) return false;
      const instrumentation = { runner: `${FAKE_HELPER}.Runner`, target: FAKE_HELPER };
      const inputMethods = [`${FAKE_HELPER}/.Keyboard`];
      phone.helpers = [{ ...apk, userId: 10150, installedMs: 0, instrumentation, inputMethods }];
      return true;
    },
    uninstallHelper: async (packageName) => {
      tell("uninstallHelper", packageName);
      const before = phone.helpers.length;
      phone.helpers = phone.helpers.filter((each) => each.packageName !== packageName);
      return phone.helpers.length < before;
    },
    startHelper: async (launch) => {
      tell("startHelper", launch);
      if (launch.kind === "class" && launch.className !== "com.example.Main")
        throw new Error(`class ${launch.className} cannot run: this phone runs no Java`);
      return 1;
    },
    nextHelperStep: async () =>
      phone.helperSteps.shift() ?? (phone.helperRunsOn ? new Promise(() => undefined) : { kind: "exit", exitCode: 0 }),
    stopHelper: async (id) => tell("stopHelper", id),
    sendBroadcast: async ({ action }) => (action === "example.ASK" ? { resultCode: -1, data: "yes" } : undefined),
    startHelperComponent: async ({ component }) => component === `${FAKE_HELPER}/.Service`,
    helperServices: async () =>
      phone.helpers.map(({ packageName }) => ({ component: `${packageName}/.Service`, startedMs: 0 })),
  };
}

function logAndSettingCalls(phone: FakePhone, tell: Tell): LogCalls & SettingCalls {
  const { log } = phone;
  return {
    readLog: async (buffers, after, limit) => log.read(buffers, after, limit),
    followLog: (buffers, after, limit) => log.follow(buffers, after, limit),
    writeLog: async (record) => log.write(record),
    writeSystemLog: async (priority, tag, message) => {
      log.write({ priority, tag, message, buffer: "system", pid: 412 });
    },
    clearLog: async (buffers) => log.clear(buffers),
    resizeLog: async (buffers, limitBytes) => log.resize(buffers, limitBytes),
    logStatus: async (buffers) => log.status(buffers),
    startedMs: async () => 0,
    getSetting: async (namespace, key) => phone.settings[namespace].get(key),
    putSetting: async (namespace, key, value) => {
      if (key === "full") throw new Error("there are 500 settings already");
      tell("putSetting", namespace, key, value);
      phone.settings[namespace].set(key, value);
    },
    deleteSetting: async (namespace, key) => {
      tell("deleteSetting", namespace, key);
      return phone.settings[namespace].delete(key);
    },
    listSettings: async (namespace) => [...phone.settings[namespace]],
  };
}
