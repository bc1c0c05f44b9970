/** Request of a method of gbox-sdk. */
export interface WireCall {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below `/api/v1`. */
  path: string;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** Fields sent as multipart/form-data. */
  form?: Record<string, unknown>;
}

type Fields = Record<string, unknown>;
type Method = (first: string, second?: Fields) => WireCall;

const at = (...parts: unknown[]) => `/${parts.map((part) => encodeURIComponent(String(part))).join("/")}`;
const box = (id: unknown, ...parts: string[]) => at("boxes", id, ...parts);

/** Returns a method of a box, with an optional body. */
const of =
  (method: WireCall["method"], ...parts: string[]): Method =>
  (id, body) => ({ method, path: box(id, ...parts), body });
const asked =
  (...parts: string[]): Method =>
  (id, query) => ({ method: "GET", path: box(id, ...parts), query });
const action = (...parts: string[]): Method => of("POST", "actions", ...parts);
const uploaded =
  (...parts: string[]): Method =>
  (id, form = {}) => ({ method: "POST", path: box(id, ...parts), form });

/** Returns a method whose first argument names an object in a box, and whose second argument names the box. */
const within =
  (method: WireCall["method"], locate: (name: string, fields: Fields) => string[]): Method =>
  (name, { boxId, albumName, ...body } = {}) => ({
    method,
    path: box(boxId, ...locate(name, { albumName })),
    ...(Object.keys(body).length > 0 && { body }),
  });
const ofPackage = (method: WireCall["method"], ...rest: string[]): Method =>
  within(method, (name) => ["android", "packages", name, ...rest]);
const ofAlbum = (method: WireCall["method"], ...rest: string[]): Method =>
  within(method, (name) => ["media", "albums", name, ...rest]);
const ofMedia = (method: WireCall["method"], ...rest: string[]): Method =>
  within(method, (name, { albumName }) => ["media", "albums", String(albumName), "media", name, ...rest]);

/** Requests of every gbox-sdk 0.44 method for Android boxes, by its name below `client.v1.boxes`. */
export const CALLS: Readonly<Record<string, Method>> = {
  retrieve: of("GET"),
  display: of("GET", "display"),
  executeCommands: of("POST", "commands"),
  liveViewURL: of("POST", "live-view-url"),
  resolutionSet: of("POST", "resolution"),
  runCode: of("POST", "run-code"),
  start: of("POST", "start"),
  stop: of("POST", "stop"),
  terminate: of("POST", "terminate"),
  webTerminalURL: of("POST", "web-terminal-url"),
  websocketURL: of("GET", "websocket-url"),

  "storage.presignedURL": of("POST", "storage", "presigned-url"),

  "actions.click": action("click"),
  "actions.clipboardGet": of("GET", "actions", "clipboard"),
  "actions.clipboardSet": action("clipboard"),
  "actions.drag": action("drag"),
  "actions.elementsDetect": action("elements", "detect"),
  "actions.extract": action("extract"),
  "actions.longPress": action("long-press"),
  "actions.move": action("move"),
  "actions.pressButton": action("press-button"),
  "actions.pressKey": action("press-key"),
  "actions.recordingStart": action("recording", "start"),
  "actions.recordingStop": action("recording", "stop"),
  "actions.rewindDisable": of("DELETE", "actions", "recording", "rewind"),
  "actions.rewindEnable": action("recording", "rewind"),
  "actions.rewindExtract": action("recording", "rewind", "extract"),
  "actions.screenLayout": of("GET", "actions", "screen-layout"),
  "actions.screenRotation": action("screen-rotation"),
  "actions.screenshot": action("screenshot"),
  "actions.scroll": action("scroll"),
  "actions.settings": of("GET", "actions", "settings"),
  "actions.settingsReset": of("DELETE", "actions", "settings"),
  "actions.settingsUpdate": of("PUT", "actions", "settings"),
  "actions.swipe": action("swipe"),
  "actions.tap": action("tap"),
  "actions.touch": action("touch"),
  "actions.type": action("type"),

  "proxy.clear": of("DELETE", "proxy"),
  "proxy.get": of("GET", "proxy"),
  "proxy.set": of("POST", "proxy"),

  "media.createAlbum": uploaded("media", "albums"),
  "media.deleteAlbum": ofAlbum("DELETE"),
  "media.deleteMedia": ofMedia("DELETE"),
  "media.downloadMedia": ofMedia("GET", "download"),
  "media.getAlbumDetail": ofAlbum("GET"),
  "media.getMedia": ofMedia("GET"),
  "media.getMediaSupport": of("GET", "media", "support"),
  "media.listAlbums": of("GET", "media", "albums"),
  "media.listMedia": ofAlbum("GET", "media"),
  "media.updateAlbum": (name, { boxId, ...form } = {}) => ({
    method: "PATCH",
    path: box(boxId, "media", "albums", name),
    form,
  }),

  "fs.list": asked("fs", "list"),
  "fs.exists": of("POST", "fs", "exists"),
  "fs.info": asked("fs", "info"),
  "fs.read": asked("fs", "read"),
  "fs.remove": of("DELETE", "fs"),
  "fs.rename": of("POST", "fs", "rename"),
  "fs.write": uploaded("fs", "write"),

  "android.appiumURL": of("POST", "android", "connect-url", "appium"),
  "android.backup": ofPackage("POST", "backup"),
  "android.backupAll": of("POST", "android", "packages", "backup-all"),
  "android.close": ofPackage("POST", "close"),
  "android.closeAll": of("POST", "android", "packages", "close-all"),
  "android.get": ofPackage("GET"),
  "android.getApp": within("GET", (name) => ["android", "apps", name]),
  "android.getConnectAddress": of("GET", "android", "connect-address"),
  "android.install": uploaded("android", "packages"),
  "android.listActivities": ofPackage("GET", "activities"),
  "android.listApp": of("GET", "android", "apps"),
  "android.listPkg": asked("android", "packages"),
  "android.listPkgSimple": asked("android", "packages", "simple"),
  "android.open": ofPackage("POST", "open"),
  "android.restart": ofPackage("POST", "restart"),
  "android.restore": (id, body) => ({ method: "POST", path: box(id, "android", "packages", "restore"), body }),
  "android.uninstall": ofPackage("DELETE"),
};

const ofTab = (method: WireCall["method"], ...rest: string[]): Method =>
  within(method, (tabId) => ["browser", "tabs", tabId, ...rest]);

/** Additional methods of Linux boxes. */
export const LINUX_CALLS: Readonly<Record<string, Method>> = {
  "browser.cdpURL": of("POST", "browser", "connect-url", "cdp"),
  "browser.clearProxy": of("DELETE", "browser", "proxy"),
  "browser.close": of("DELETE", "browser", "close"),
  "browser.closeTab": ofTab("DELETE"),
  "browser.getProxy": of("GET", "browser", "proxy"),
  "browser.getTabs": of("GET", "browser", "tabs"),
  "browser.open": of("POST", "browser", "open"),
  "browser.openTab": of("POST", "browser", "tabs"),
  "browser.setProxy": of("POST", "browser", "proxy"),
  "browser.switchTab": ofTab("POST", "switch"),
  "browser.updateTab": ofTab("PUT"),

  "snapshot.create": (id, body) => ({ method: "POST", path: at("snapshots", id), body }),
  "snapshot.get": (name) => ({ method: "GET", path: at("snapshots", name) }),
  "snapshot.remove": (name) => ({ method: "DELETE", path: at("snapshots", name) }),
};

/** Methods without a box. Their first argument is the body or the query. */
export const CALLS_WITHOUT_BOX: Readonly<Record<string, (fields?: Fields) => WireCall>> = {
  createAndroid: (body) => ({ method: "POST", path: at("boxes", "android"), body }),
  createLinux: (body) => ({ method: "POST", path: at("boxes", "linux"), body }),
  "snapshot.list": (query) => ({ method: "GET", path: at("snapshots"), query }),
  list: (query) => ({ method: "GET", path: at("boxes"), query }),
};
