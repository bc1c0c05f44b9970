/** Concurrent sandboxes by plan. */
export const SANDBOX_LIMIT = { hobby: 20, pro: 100 } as const;
/** Concurrent sandboxes of one person in all Hobby teams together, unless the operator says otherwise. */
export const SANDBOXES_PER_USER = 40;
/** Longest sandbox lifetime by plan. */
export const SESSION_LIMIT_MS = { hobby: 60 * 60_000, pro: 24 * 60 * 60_000 } as const;

/** Lifetime of a sandbox made with the alpha calls, and of one made without `expiresIn` through the boxes API. */
export const ALPHA_LIFETIME_MS = 5 * 60_000;
export const BOX_LIFETIME_MS = 60 * 60_000;

/** How long clients wait for an answer, unless the call says otherwise. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** How long the boxes API waits for a device to start, unless the caller says otherwise, and at most. */
export const BOX_START = { timeoutMs: 30_000, maxTimeoutMs: 5 * 60_000 } as const;
/** How long clients wait where a device is started or stopped: it may be slow, above all where its image has to be fetched first. */
export const DEVICE_START_TIMEOUT_MS = BOX_START.maxTimeoutMs + 10_000;
/** How long they wait where devices end, which goes on without them too: nobody leaves the dialog of a deletion meanwhile. */
export const DEVICE_END_TIMEOUT_MS = 60_000;
/** How long a stopped sandbox is kept by plan, and how long one that is started again runs at least. */
export const STOPPED_LIMIT_MS = { hobby: 24 * 60 * 60_000, pro: 7 * 24 * 60 * 60_000 } as const;
export const RESTARTED_MIN_MS = 60_000;
/** Uses of a sandbox within this time are noted once. */
export const KEEP_ALIVE_STEP_MS = 10_000;
/** Of the header Idempotency-Key: how long a key is, how long it is known, and how many of a team's are. */
export const IDEMPOTENCY_KEY = { maxChars: 255, keptMs: 24 * 60 * 60_000, perOrganization: 1_000 } as const;
export const SANDBOX_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** Of lists that are numbered by pages. */
export const MAX_PAGE = 1_000_000;
export const MAX_BODY_BYTES = 1_048_576;
/** Of one user, or else of one team, on their way at once. */
export const MAX_OPEN_BODIES = 64;
/** Calls of one user, or else of one team, that are under way at once. */
export const MAX_OPEN_CALLS = 1_024;
/** Requests on one connection that wait for their answers: clients send one after the other. */
export const MAX_PIPELINED = 16;
/** Of answers that clients do not read: how long nothing of one may move, and how much of all together is held. */
export const UNREAD_ANSWERS = { stalledMs: 60_000, totalBytes: 256 * 1_048_576 } as const;
/** Of a JSON body: fields and items in all, and how deep they nest. */
export const MAX_JSON_VALUES = 2_000;
export const MAX_JSON_DEPTH = 32;
export const MAX_SCRIPT_CHARS = 200_000;

/** Limits of one script run (run_code), and of how many there are. */
export const RUN_LIMITS = {
  wallClockMs: 10 * 60_000,
  /** Longest stretch that a script may compute without waiting for anything, and all its computing together. */
  busyMs: 10_000,
  cpuMs: 60_000,
  /** All memory of the interpreter, its own few MiB included. */
  memoryBytes: 64 * 1_048_576,
  stackBytes: 256 * 1024,
  logBytes: 1_048_576,
  timers: 10_000,
  pendingRequests: 64,
  responseBytes: 16 * 1_048_576,
  /** Of bodies under way: what each run has for itself, and of what all share, a team's part and the whole. */
  bodyBytesPerRun: 8 * 1_048_576,
  bodyBytesPerTeam: 32 * 1_048_576,
  bodyBytesShared: 128 * 1_048_576,
  concurrentPerTeam: 6,
  /** In all teams together, by who signed in or made the API key. */
  concurrentPerUser: 8,
  concurrentTotal: 16,
} as const;
export type RunLimits = { readonly [Name in keyof typeof RUN_LIMITS]: number };

/** What may go on at once on the devices of sandboxes; what is more is refused, to be tried again. */
export const DEVICE_LIMITS = {
  /** Commands: screenshots, input, listings. All devices of one team can run fewer than the total. */
  work: { running: 8, waiting: 64, longestWaitMs: 5_000, runningTotal: 1_000 },
  /** Files on their way to and from one device. */
  transfers: 8,
  /** Commands of programs that run on one device at once. */
  commands: 16,
  /** Connections of ours to sockets on one device, such as a browser's DevTools. */
  deviceSockets: 32,
  /** A transfer of which nothing moves for this long is given up. */
  stalledTransferMs: 60_000,
  /** Open screens, shells, logs and connections to a browser: of one sandbox, of one session, API key or link, and of one user with all of these. */
  sockets: { perSandbox: 32, perCaller: 64, perUser: 256 },
  retryAfterSeconds: 1,
} as const;

/** Of what a device tells of its screen (`uiautomator dump`); real ones have a few hundred nodes in 100,000 characters. */
export const UI_TREE_LIMITS = { chars: 2_000_000, depth: 200, nodes: 10_000 } as const;
/** Pictures and recordings that are kept for a team, and the addresses by which they are fetched. */
export const STORAGE = {
  objectBytes: 128 * 1_048_576,
  /** Beyond this the oldest go of the sandbox that has the most. */
  perOrganization: { bytes: 512 * 1_048_576, objects: 1_000 },
  /** The same, of what was made with the sandboxes of one person in all Hobby teams together. */
  perUser: { bytes: 1_024 * 1_048_576, objects: 2_000 },
  /** They go with their sandbox, and after this time at the latest. */
  keptMs: 7 * 24 * 60 * 60_000,
  address: { minMs: 1_000, defaultMs: 30 * 60_000, maxMs: 6 * 60 * 60_000 },
} as const;

/** Files of boxes that a team keeps, compressed, in the server's database. */
export const SNAPSHOTS = {
  bytes: 512 * 1_048_576,
  perOrganization: { snapshots: 20, bytes: 2_048 * 1_048_576 },
  /** Of one person in all Hobby teams together. */
  perUser: { bytes: 4_096 * 1_048_576 },
  /** Of a name, which stands in addresses. */
  name: { maxChars: 64, pattern: /^[A-Za-z0-9][\w.-]{0,63}$/ },
  /** Of one, so much is in memory at a time. */
  partBytes: 262_144,
  /** Reading a box's files takes so long at most. */
  timeoutMs: 120_000,
  /** With less left on the server's disk none is made. */
  freeBytes: 256 * 1_048_576,
} as const;

/** Limits of one command or script that runs on a device. */
export const COMMAND_LIMITS = {
  defaultTimeoutMs: 30_000,
  maxTimeoutMs: 10 * 60_000,
  /** Linux takes 128 KiB for one argument, and variables stand before it. */
  maxChars: 24_576,
  maxWords: 256,
  /** Longest input that a request carries, as text or base64. Larger input is streamed over a WebSocket. */
  stdinChars: 700_000,
  /** Most streamed input that the device has not taken yet. */
  stdinWindowBytes: 262_144,
  /** Each output is cut off after this many bytes. */
  outputBytes: 1_048_576,
} as const;

/** How long a recording of a screen goes on, and what is kept to go back in it. */
export const RECORDING = {
  maxMs: 30 * 60_000,
  rewindMs: 5 * 60_000,
  rewindBytes: 32 * 1_048_576,
  /** In memory of all recordings of a server together; beyond it those who have the most give some back. */
  memoryBytes: 256 * 1_048_576,
  /** What was kept to go back is stored for so many calls of one user at once, and of all. */
  extracted: { perUser: 2, total: 8 },
  defaultRewindMs: 30_000,
} as const;

/** Tokens for one sandbox: how long they last, and how many of a sandbox are kept, the newest. */
export const BOX_TOKENS = {
  lifetime: { minMs: 1_000, defaultMs: 180 * 60_000, maxMs: 4 * 60 * 60_000 },
  perSandbox: 200,
} as const;

/** Calls of MCP tools that are under way at once: of one session or API key, of one user with all API keys, and of all. */
export const MCP_LIMITS = { callsPerCaller: 16, callsPerUser: 64, callsTotal: 256, retryAfterSeconds: 1 } as const;

/** Of the fleet protocol: sockets of a session or API key and of a user with all of these, calls under way on each, boxes told of at once, filters of a device. */
export const FLEET_LIMITS = {
  sockets: { perCaller: 32, perUser: 128 },
  callsPerSocket: 4,
  listed: 500,
  filters: 16,
  /** How long an allocation is waited for before it is said to go on; mobilecli waits 30 s for the answer. */
  allocationMs: 20_000,
} as const;

/** Of connections to a browser's DevTools, and of what is asked of it. */
export const BROWSER_LIMITS = {
  /** Connections of clients at once. */
  connections: { perSandbox: 16, perTeam: 64 },
  address: { defaultMs: 120 * 60_000 },
  /** A client of which nothing comes for this long, no answer to a ping either, is gone; one that is being debugged waits. */
  silentMs: 10 * 60_000,
  urlChars: 8_192,
  /** How long a page is waited for. */
  pageMs: 30_000,
  /** How long a page is asked how far it is: one that computes without end does not answer. */
  askPageMs: 1_000,
  tabs: 100,
  /** Of what the browser answers to the server at once: bytes, and fields and items of a list of all that it shows. */
  answerBytes: 1_048_576,
  answerValues: 20_000,
  /** Of all that it says to the server over one connection. */
  connectionBytes: 16 * 1_048_576,
} as const;

/** Of files as calls of the boxes API have them: a text at once, and what one listing tells, there and in the viewer. */
export const BOX_FILE_LIMITS = { textBytes: 8 * 1_048_576, listed: 10_000, depth: 10 } as const;

/** Files of one app that is split. */
export const SPLIT_APKS = 16;

/** Of a request that adds photos and videos to an album, and of their names. */
export const MEDIA_LIMITS = { files: 20, nameChars: 200 } as const;

/** An app is compiled while it is installed, which slow devices take long for. */
export const APP_INSTALL_TIMEOUT_MS = 180_000;

/** Of one action on a device. */
export const ACTION_LIMITS = {
  /** How long clients wait: a slow screen is read, something long is done and a picture is taken late. */
  answerMs: 150_000,
  /** Of a gesture, or of one finger of it. */
  durationMs: 60_000,
  screenshotDelayMs: 30_000,
  /** Points of a path, fingers, and what one of them does. */
  path: 500,
  points: 10,
  steps: 100,
  scrollPx: 20_000,
  textChars: 10_000,
  clipboardChars: 30_000,
  keys: 50,
  elements: 300,
  /** Pictures that are drawn at once for one sandbox. */
  pictures: 4,
} as const;

/** How every API key starts. */
export const API_KEY_PREFIX = "trm_";

export const API_KEY_NAME = { minChars: 3, maxChars: 50, pattern: /^[A-Za-z0-9_-]+$/ } as const;
/** How long an API key lasts that does not last for ever, and how long its old secret works after it got a new one. */
export const API_KEY_LIFETIME_MS = { min: 60_000, max: 10 * 365 * 24 * 60 * 60_000 } as const;
export const API_KEY_GRACE_MAX_MS = 7 * 24 * 60 * 60_000;
export const WEBHOOKS_PER_ORGANIZATION = 10;
export const WEBHOOK_URL_MAX_CHARS = 2_048;
export const WEBHOOK_LIMITS = {
  /** Of a team; what is more is left out. */
  waiting: 1_000,
  /** The newest of a webhook. */
  keptDeliveries: 200,
  deliveriesPageSize: 20,
  /** An attempt that takes longer has failed. */
  attemptMs: 10_000,
  /** For so long a delivery is tried. */
  triedForMs: 24 * 60 * 60_000,
  /** Of an answer no more is kept. */
  answerBytes: 1_024,
  /** Attempts at once: to one webhook, of one team, in all. */
  atOnce: { perWebhook: 2, perTeam: 4, total: 128 },
  oldSecretMs: 24 * 60 * 60_000,
} as const;
export const USER_NAME_MAX_CHARS = 100;
export const SANDBOX_NAME_MAX_CHARS = 100;
/** As long as a whole value of metadata. */
export const SANDBOX_SEARCH_MAX_CHARS = 256;
/** With this after the user's name a first team is called. */
export const FIRST_TEAM_SUFFIX = "'s Team";
/** Has room for the first team of whoever has the longest name. */
export const TEAM_NAME_MAX_CHARS = USER_NAME_MAX_CHARS + FIRST_TEAM_SUFFIX.length;
/** Variables of a sandbox's commands; in all so many characters, names and values together. */
export const ENVS = { maxEntries: 64, maxNameChars: 128, maxChars: 16_384 } as const;
/** Where commands begin, unless a sandbox says otherwise: where users of adb write, and where a user is at home. */
export const WORKING_DIR = { android: "/data/local/tmp", linux: "/home/user" } as const;
export const METADATA = { maxEntries: 32, maxKeyChars: 64, maxValueChars: 256 } as const;

export const MEMBERS_PER_ORGANIZATION = 100;
export const ORGANIZATIONS_PER_USER = 50;
/** Teams that one person can make in an hour, those included that are gone. */
export const ORGANIZATIONS_MADE_AN_HOUR = 100;
export const API_KEYS_PER_ORGANIZATION = 100;
/** Invite links of a team that have not expired. */
export const INVITE_LINKS_PER_ORGANIZATION = 50;
/** How long an invite link is good, in days. */
export const INVITE_EXPIRY_DAYS = { min: 1, max: 30, default: 7 } as const;
export const INVITE_CODE_MAX_CHARS = 100;

export interface RateLimit {
  perAddress: number;
  /** Of one user, or one API key. */
  perCaller: number;
}
/** Calls a minute, counted over all calls of a kind together: sign-ins, redeeming and making of invites, other writes. */
export const RATE_LIMITS = {
  signIn: { perAddress: 240, perCaller: 240 },
  invite: { perAddress: 240, perCaller: 60 },
  write: { perAddress: 1_200, perCaller: 300 },
} as const satisfies Record<string, RateLimit>;
export type RateLimitName = keyof typeof RATE_LIMITS;
