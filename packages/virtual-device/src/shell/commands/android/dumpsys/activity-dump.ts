import type { SystemCalls } from "../../../system-calls.ts";

interface Task {
  id: number;
  component: string;
  packageName: string;
  userId: number;
  pid: number;
  visible: boolean;
  home: boolean;
}

/** The tasks, the one in front first. A task is an app of the device. */
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

/** The identity that a dump gives an object: the same for the same thing for as long as it lives. */
export function objectId(...parts: (string | number)[]): string {
  let hash = 0x811c9dc5;
  for (const character of parts.join("/")) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((hash >>> 0) & 0xfffffff).toString(16);
}

export function activityRecord({ id, component, pid }: Task): string {
  return `ActivityRecord{${objectId(component, pid)} u0 ${component} t${id}}`;
}

/** `am stack list`: the tasks in the form of AOSP RootTaskInfo. */
export async function activityStack(system: SystemCalls): Promise<string> {
  const { widthPx, heightPx } = await system.display();
  const bounds = `[0,0][${widthPx},${heightPx}]`;
  return (await tasksOf(system))
    .map(
      ({ id, component, visible }) =>
        `RootTask id=${id} bounds=${bounds} displayId=0 userId=0\n` +
        `  taskId=${id}: ${component} bounds=${bounds} userId=0 visible=${visible} topActivity=ComponentInfo{${component}}\n\n`,
    )
    .join("");
}

/** `dumpsys activity [activities|top|processes|recents|broadcasts|services|intents]`. */
export async function activityDump(system: SystemCalls, what: string | undefined): Promise<string> {
  const sections: Record<string, () => Promise<string>> = {
    activities: () => activities(system),
    top: () => top(system),
    processes: () => processes(system),
    recents: () => recents(system),
  };
  if (what !== undefined) {
    const short: Record<string, string> = { a: "activities", p: "processes", r: "recents" };
    const section = sections[short[what] ?? what];
    return section ? section() : `Bad activity command, or no activities match: ${what}\n`;
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

async function top(system: SystemCalls): Promise<string> {
  const [front] = await tasksOf(system);
  if (!front) return "";
  return (
    `TASK ${front.packageName} id=${front.id} userId=0\n` +
    `  ACTIVITY ${front.component} ${objectId(front.component, front.pid)} pid=${front.pid}\n` +
    "    Local Activity State:\n      mResumed=true mStopped=false mFinished=false\n"
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

async function recents(system: SystemCalls): Promise<string> {
  const tasks = (await tasksOf(system)).filter(({ home }) => !home);
  const list = tasks.map(
    ({ id, packageName, component }, i) =>
      `  * Recent #${i}: Task{${objectId("task", id)} #${id} type=standard A=${packageName}}\n    realActivity={${component}}\n`,
  );
  return `ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n${list.join("")}`;
}
