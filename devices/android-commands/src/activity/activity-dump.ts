import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { fullComponentName } from "./intent-arguments.ts";

interface Task {
  id: number;
  component: string;
  packageName: string;
  userId: number;
  pid: number;
  visible: boolean;
  home: boolean;
}

/** Returns the tasks, the foreground task first. A task is an app of the device. */
export async function tasksOf(system: SystemCalls): Promise<Task[]> {
  const [processes, front, recent, packages] = await Promise.all([
    system.appProcesses(),
    system.foregroundApp(),
    system.recentApps(),
    system.packages(),
  ]);
  const order = [front, ...recent.filter(({ packageName }) => packageName !== front.packageName)];
  const home = packages.find(({ isHome }) => isHome);
  if (home && home.packageName !== front.packageName) order.push(home);
  return order.map(({ component, packageName }) => {
    const process = processes.find((each) => each.packageName === packageName);
    const place = packages.findIndex((each) => each.packageName === packageName);
    return {
      id: packages[place]?.isHome === true ? 1 : place + 2,
      component,
      packageName,
      userId: process?.userId ?? packages[place]?.userId ?? 0,
      pid: process?.pid ?? 0,
      visible: packageName === front.packageName,
      home: packages[place]?.isHome === true,
    };
  });
}

/** Returns an object's identity for a dump. The same object always has the same identity. */
export function objectId(...parts: (string | number)[]): string {
  let hash = 0x811c9dc5;
  for (const character of parts.join("/")) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((hash >>> 0) & 0xfffffff).toString(16);
}

/** Formats a window of an app. The window has the name of the app's activity. */
export function windowRecord(component: string): string {
  const name = fullComponentName(component);
  return `Window{${objectId("window", name)} u0 ${name}}`;
}

export function activityRecord({ id, component, pid }: Task): string {
  return `ActivityRecord{${objectId(component, pid)} u0 ${component} t${id}}`;
}

/** `am stack list`: prints the tasks in the form of AOSP RootTaskInfo. */
export async function activityStack(system: SystemCalls): Promise<string> {
  const { widthPx, heightPx } = await system.display();
  const bounds = `[0,0][${widthPx},${heightPx}]`;
  return (await tasksOf(system))
    .map(
      ({ id, component, visible }) =>
        `RootTask id=${id} bounds=${bounds} displayId=0 userId=0\n` +
        `  taskId=${id}: ${fullComponentName(component)} bounds=${bounds} userId=0 visible=${visible} topActivity=ComponentInfo{${fullComponentName(component)}}\n\n`,
    )
    .join("");
}

/** Sections that are always empty, because the device's apps consist of activities only. */
const EMPTY_SECTIONS = new Map([
  ["broadcasts", "ACTIVITY MANAGER BROADCAST STATE (dumpsys activity broadcasts)\n  (nothing)\n"],
  ["intents", "ACTIVITY MANAGER PENDING INTENTS (dumpsys activity intents)\n  (nothing)\n"],
  ["providers", "ACTIVITY MANAGER CONTENT PROVIDERS (dumpsys activity providers)\n  (nothing)\n"],
]);
const SHORT_NAMES = new Map([
  ["a", "activities"],
  ["b", "broadcasts"],
  ["i", "intents"],
  ["p", "processes"],
  ["prov", "providers"],
  ["r", "recents"],
  ["s", "services"],
]);

/** `dumpsys activity [-a] [-p PACKAGE] [activities|top|processes|recents|broadcasts|services|intents|COMPONENT]`. */
export async function activityDump(system: SystemCalls, args: readonly string[]): Promise<string> {
  const what = args.find((arg, i) => !arg.startsWith("-") && args[i - 1] !== "-p");
  const sections: Record<string, () => Promise<string>> = {
    activities: () => activities(system),
    top: async () => (await tasksOf(system)).slice(0, 1).map(taskDump).join(""),
    all: async () => (await tasksOf(system)).map(taskDump).join("\n"),
    processes: () => processes(system),
    recents: () => recents(system),
    services: () => services(system, args[args.indexOf(what ?? "") + 1]),
    lastanr: async () => "ACTIVITY MANAGER LAST ANR (dumpsys activity lastanr)\n  <no ANR has occurred since boot>\n",
  };
  if (what !== undefined) {
    const name = SHORT_NAMES.get(what) ?? what;
    if (Object.hasOwn(sections, name)) return sections[name]?.() ?? "";
    const matching = (await tasksOf(system)).filter(({ component }) => component.includes(what));
    const none = `Bad activity command, or no activities match: ${what}\nUse -h for help.\n`;
    return EMPTY_SECTIONS.get(name) ?? (matching.map(taskDump).join("\n") || none);
  }
  const texts = await Promise.all([recents(system), activities(system), processes(system)]);
  return texts.join("-------------------------------------------------------------------------------\n");
}

async function activities(system: SystemCalls): Promise<string> {
  const tasks = await tasksOf(system);
  const [front] = tasks;
  if (!front) return "";
  const { awake } = await system.power();
  const lines = tasks.map(
    (task) =>
      `  * Task{${objectId("task", task.id)} #${task.id} type=${task.home ? "home" : "standard"} A=${task.userId}:${task.packageName} U=0 visible=${task.visible} mode=fullscreen translucent=false sz=1}\n` +
      `    mLastPausedActivity: ${task.visible ? "null" : activityRecord(task)}\n` +
      `    * Hist  #0: ${activityRecord(task)}\n` +
      `        packageName=${task.packageName} processName=${task.packageName}\n` +
      `        app=ProcessRecord{${objectId(task.packageName, task.pid)} ${task.pid}:${task.packageName}/u0a${task.userId % 10_000}}\n` +
      `        state=${task.visible && awake ? "RESUMED" : "STOPPED"} visible=${task.visible}\n`,
  );
  return (
    "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n" +
    `Display #0 (activities from top to bottom):\n${lines.join("\n")}\n` +
    `  Resumed activities in task display areas (from top to bottom):\n    Resumed: ${activityRecord(front)}\n\n` +
    `  topResumedActivity=${activityRecord(front)}\n` +
    `  mResumedActivity: ${activityRecord(front)}\n` +
    `  ResumedActivity: ${activityRecord(front)}\n` +
    `  mFocusedApp=${activityRecord(front)}\n`
  );
}

function taskDump({ packageName, id, component, pid, visible }: Task): string {
  const activity = objectId(component, pid);
  return (
    `TASK ${packageName} id=${id} userId=0\n  ACTIVITY ${component} ${activity} pid=${pid}\n` +
    `    Local Activity ${activity} State:\n      mResumed=${visible} mStopped=${!visible} mFinished=false\n`
  );
}

async function processes(system: SystemCalls): Promise<string> {
  const front = await system.foregroundApp();
  const list = (await system.appProcesses()).map(({ pid, packageName, userId }) => {
    const record = `${pid}:${packageName}/u0a${userId % 10_000}`;
    const state = packageName === front.packageName ? "fg TOP" : "bg LAST";
    return `  *APP* UID ${userId} ProcessRecord{${objectId(packageName, pid)} ${record}}\n    pid=${pid}\n    state=${state}\n`;
  });
  return `ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:\n${list.join("")}`;
}

/** Services of helpers; the device's apps have none. `filter` is a part of their names. */
async function services(system: SystemCalls, filter = ""): Promise<string> {
  const shown = (await system.helperServices()).filter(({ component }) => component.includes(filter));
  const records = shown.map(
    ({ component, startedMs }) =>
      `  * ServiceRecord{${objectId("service", component)} u0 ${component}}\n` +
      `    intent={cmp=${component}}\n    packageName=${component.split("/")[0]}\n` +
      `    isForeground=true foregroundId=1 createTime=${startedMs} startRequested=true\n`,
  );
  const heading = "ACTIVITY MANAGER SERVICES (dumpsys activity services)\n";
  return `${heading}${records.length === 0 ? "  (nothing)\n" : `  User 0 active services:\n${records.join("")}`}`;
}

async function recents(system: SystemCalls): Promise<string> {
  const tasks = (await tasksOf(system)).filter(({ home }) => !home);
  const list = tasks.map(
    ({ id, packageName, component }, i) =>
      `  * Recent #${i}: Task{${objectId("task", id)} #${id} type=standard A=${packageName}}\n    realActivity={${component}}\n`,
  );
  return `ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n${list.join("")}`;
}
