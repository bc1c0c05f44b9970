import type { HelperHost } from "@terrarium/phone-helpers/host/helper-host";
import type { HelperCalls } from "@terrarium/phone-shell/system-calls/helper-calls";

export function answerHelperCalls(host: HelperHost): HelperCalls {
  return {
    helperPackages: async () => host.packages(),
    installHelper: async (apk) => host.install(apk),
    uninstallHelper: async (packageName) => host.uninstall(packageName),
    startHelper: (launch) => host.start(launch),
    nextHelperStep: (id) => host.next(id),
    stopHelper: async (id) => host.stop(id),
    sendBroadcast: (intent) => host.broadcast(intent),
    startHelperComponent: async (intent) => host.startComponent(intent),
    helperServices: async () => host.services(),
  };
}
