import { getBoxActions } from "@terrarium/contract/actions";
import {
  clickBox,
  detectBoxElements,
  dragBox,
  getBoxActionSettings,
  getBoxClipboard,
  getBoxScreenLayout,
  longPressBox,
  moveInBox,
  pressBoxButtons,
  pressBoxKeys,
  resetBoxActionSettings,
  rotateBoxScreen,
  scrollBox,
  setBoxClipboard,
  swipeBox,
  takeBoxScreenshot,
  tapBox,
  touchBox,
  typeInBox,
  updateBoxActionSettings,
} from "@terrarium/contract/box-actions";
import {
  closeAllBoxApps,
  closeBoxApp,
  getBoxApp,
  getBoxPackage,
  listBoxActivities,
  listBoxApps,
  listBoxPackages,
  listBoxPackagesSimply,
  openBoxApp,
  restartBoxApp,
  uninstallBoxPackage,
} from "@terrarium/contract/box-apps";
import {
  closeBrowser,
  closeBrowserTab,
  createDevToolsUrl,
  listBrowserTabs,
  openBrowser,
  openBrowserTab,
  switchBrowserTab,
  updateBrowserTab,
} from "@terrarium/contract/box-browser";
import { executeBoxCommands, getBoxWebSocketUrl, runBoxCode } from "@terrarium/contract/box-commands";
import {
  clearBoxProxy,
  getBoxDisplay,
  getBoxProxy,
  setBoxProxy,
  setBoxResolution,
} from "@terrarium/contract/box-display";
import {
  getBoxFile,
  getBoxFileExistence,
  listBoxFiles,
  readBoxFile,
  removeBoxFile,
  renameBoxFile,
} from "@terrarium/contract/box-files";
import {
  createBoxToken,
  createLiveViewUrl,
  createWebTerminalUrl,
  getAdbConnectAddress,
  getBoxTokens,
  revokeBoxToken,
} from "@terrarium/contract/box-links";
import {
  deleteBoxAlbum,
  deleteBoxMedia,
  downloadBoxMedia,
  getBoxAlbum,
  getBoxMedia,
  getBoxMediaSupport,
  listBoxAlbums,
  listBoxMedia,
} from "@terrarium/contract/box-media";
import { getBoxMetrics } from "@terrarium/contract/box-metrics";
import { createBoxPortUrl, getBoxPorts, setBoxPortVisibility } from "@terrarium/contract/box-ports";
import {
  disableRewind,
  enableRewind,
  extractRewind,
  listRecordings,
  startRecording,
  stopRecording,
} from "@terrarium/contract/box-recording";
import { getPresignedUrl } from "@terrarium/contract/box-storage";
import { waitForInBox } from "@terrarium/contract/box-wait";
import {
  extendBox,
  getBox,
  getBoxLog,
  getBoxThumbnail,
  startBox,
  stopBox,
  terminateBox,
} from "@terrarium/contract/boxes";

/** Calls on one box that return the box. The response replaces its fields. */
export const BOX_CHANGES = { refresh: getBox, extend: extendBox, stop: stopBox, start: startBox } as const;

/** Other calls on one box. */
export const BOX_CALLS = {
  terminate: terminateBox,
  display: getBoxDisplay,
  resolutionSet: setBoxResolution,
  log: getBoxLog,
  metrics: getBoxMetrics,
  thumbnail: getBoxThumbnail,
} as const;

/** Calls on one box, in groups such as `box.actions.…`. To add an endpoint of the contract, add a line. */
export const BOX_GROUPS = {
  actions: {
    list: getBoxActions,
    tap: tapBox,
    click: clickBox,
    move: moveInBox,
    longPress: longPressBox,
    swipe: swipeBox,
    drag: dragBox,
    scroll: scrollBox,
    touch: touchBox,
    type: typeInBox,
    pressKey: pressBoxKeys,
    pressButton: pressBoxButtons,
    wait: waitForInBox,
    screenshot: takeBoxScreenshot,
    screenLayout: getBoxScreenLayout,
    screenRotation: rotateBoxScreen,
    elementsDetect: detectBoxElements,
    clipboardGet: getBoxClipboard,
    clipboardSet: setBoxClipboard,
    settings: getBoxActionSettings,
    settingsUpdate: updateBoxActionSettings,
    settingsReset: resetBoxActionSettings,
  },
  apps: {
    list: listBoxApps,
    get: getBoxApp,
    open: openBoxApp,
    restart: restartBoxApp,
    close: closeBoxApp,
    closeAll: closeAllBoxApps,
  },
  packages: {
    list: listBoxPackages,
    listSimple: listBoxPackagesSimply,
    get: getBoxPackage,
    activities: listBoxActivities,
    uninstall: uninstallBoxPackage,
  },
  browser: {
    cdpUrl: createDevToolsUrl,
    open: openBrowser,
    close: closeBrowser,
    getTabs: listBrowserTabs,
    openTab: openBrowserTab,
    updateTab: updateBrowserTab,
    switchTab: switchBrowserTab,
    closeTab: closeBrowserTab,
  },
  commands: { run: executeBoxCommands, runCode: runBoxCode, websocketUrl: getBoxWebSocketUrl },
  files: {
    list: listBoxFiles,
    read: readBoxFile,
    info: getBoxFile,
    exists: getBoxFileExistence,
    rename: renameBoxFile,
    remove: removeBoxFile,
  },
  links: {
    liveView: createLiveViewUrl,
    webTerminal: createWebTerminalUrl,
    token: createBoxToken,
    list: getBoxTokens,
    revoke: revokeBoxToken,
    connectAddress: getAdbConnectAddress,
  },
  media: {
    support: getBoxMediaSupport,
    albums: listBoxAlbums,
    album: getBoxAlbum,
    deleteAlbum: deleteBoxAlbum,
    list: listBoxMedia,
    get: getBoxMedia,
    download: downloadBoxMedia,
    delete: deleteBoxMedia,
  },
  ports: { list: getBoxPorts, url: createBoxPortUrl, setVisibility: setBoxPortVisibility },
  proxy: { get: getBoxProxy, set: setBoxProxy, clear: clearBoxProxy },
  recording: {
    list: listRecordings,
    start: startRecording,
    stop: stopRecording,
    rewindEnable: enableRewind,
    rewindDisable: disableRewind,
    rewindExtract: extractRewind,
  },
  storage: { presignedUrl: getPresignedUrl },
} as const;
