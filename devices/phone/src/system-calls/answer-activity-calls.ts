import type { HelperHost } from "@terrarium/phone-helpers/host/helper-host";
import type { StartResult, ActivityCalls } from "@terrarium/phone-shell/system-calls/activity-calls";
import { appUserId } from "@terrarium/phone-system/app-processes";
import type { SystemServer } from "@terrarium/phone-system/system-server";
import type { InstalledApp, Intent } from "@terrarium/phone-system/system-ui";

/** Limit of an intent, because an app may store it; Android's binder accepts 1 MB. */
const MAX_INTENT_CHARS = 256 * 1024;

/** AOSP PackageInstallerService.java, MAX_ACTIVE_SESSIONS_NO_PERMISSION. */
const MAX_INSTALL_SESSIONS = 50;

export function answerActivityCalls(system: SystemServer, helpers: HelperHost): ActivityCalls {
  const activities = () => system.ui.activities;
  const sessions = new Set<number>();
  const plain = ({ packageName, component, label }: InstalledApp) => ({ packageName, component, label });
  return {
    packages: async () => {
      const home = system.activityLog.processes.home.packageName;
      return activities()
        .list()
        .map((app) => ({
          ...plain(app),
          userId: appUserId(activities(), app.packageName),
          enabled: true,
          isHome: app.packageName === home,
        }));
    },
    resolveActivity: async (intent) => {
      const app = activities().resolve(intent);
      return app && plain(app);
    },
    startActivity: async (intent) => start(system, intent),
    stopApp: async (packageName) => activities().stop(packageName),
    forceStop: async (packageName) => {
      helpers.forceStop(packageName);
      activities().forceStop(packageName);
    },
    foregroundApp: async () => plain(activities().foreground()),
    appProcesses: async () => [...system.activityLog.processes.list(), ...helpers.processes()],
    recentApps: async () => activities().running().map(plain),
    clearData: (packageName) => system.ui.clearData(packageName),
    openInstallSession: async () => {
      if (sessions.size >= MAX_INSTALL_SESSIONS) throw new Error("too many active sessions");
      const id = 1 + system.random.integer(2 ** 31 - 1);
      sessions.add(id);
      return id;
    },
    hasInstallSession: async (id) => sessions.has(id),
    closeInstallSession: async (id) => sessions.delete(id),
  };
}

function start(system: SystemServer, intent: Intent): StartResult {
  const { ui } = system;
  const { activities } = ui;
  const intentChars = JSON.stringify(intent).length;
  if (intentChars > MAX_INTENT_CHARS)
    throw new Error(
      `TransactionTooLargeException: the intent has ${intentChars} characters; at most ${MAX_INTENT_CHARS}`,
    );
  const startMs = system.clock.elapsedMs();
  const app = activities.resolve(intent);
  const front = activities.foreground().packageName;
  const ran = activities.running().some(({ packageName }) => packageName === app?.packageName);
  if (!app || !activities.startIntent(intent)) return { app: undefined, outcome: "notFound", tookMs: 0 };
  ui.nodes();
  const outcome = front === app.packageName ? "alreadyInFront" : ran ? "broughtToFront" : "started";
  const { packageName, component, label } = app;
  return {
    app: { packageName, component, label },
    outcome,
    tookMs: Math.max(1, Math.round(system.clock.elapsedMs() - startMs)),
  };
}
