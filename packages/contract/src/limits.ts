/** Concurrent sandboxes per plan. */
export const SANDBOX_LIMIT = { hobby: 20, pro: 100 } as const;
/** Concurrent sandboxes per user in all Hobby teams together. The operator can change it. */
export const SANDBOXES_PER_USER = 40;
/** Longest sandbox lifetime per plan. */
export const SESSION_LIMIT_MS = { hobby: 60 * 60_000, pro: 24 * 60 * 60_000 } as const;

/**
 * Lifetimes of a sandbox created with the alpha calls, and of one created without `expiresIn` through the boxes API.
 */
export const ALPHA_LIFETIME_MS = 5 * 60_000;
export const BOX_LIFETIME_MS = 60 * 60_000;

/** Default timeout of clients for a response. */
export const REQUEST_TIMEOUT_MS = 10_000;
/** Default and maximum time that the boxes API waits for a device to start. */
export const BOX_START = { timeoutMs: 30_000, maxTimeoutMs: 5 * 60_000 } as const;
/**
 * Client timeout for calls that start or stop a device. This can be slow, above all if its image must be fetched first.
 */
export const DEVICE_START_TIMEOUT_MS = BOX_START.maxTimeoutMs + 10_000;
/**
 * Client timeout for calls that end devices. The work continues after a timeout; the deletion dialog stays open
 * meanwhile.
 */
export const DEVICE_END_TIMEOUT_MS = 60_000;
/** Time that a stopped sandbox is kept, per plan, and the minimum lifetime after a restart. */
export const STOPPED_LIMIT_MS = { hobby: 24 * 60 * 60_000, pro: 7 * 24 * 60 * 60_000 } as const;
export const RESTARTED_MIN_MS = 60_000;
/** Several uses of a sandbox within this time are recorded once. */
export const KEEP_ALIVE_STEP_MS = 10_000;
/** Samples of a sandbox's use: interval and retention. */
export const BOX_METRICS = { intervalMs: 5_000, keptMs: 30 * 60_000 } as const;
/** Limits of the header Idempotency-Key: length of a key, retention, and keys per team. */
export const IDEMPOTENCY_KEY = { maxChars: 255, keptMs: 24 * 60 * 60_000, perOrganization: 1_000 } as const;
/** Limits of a phone's seed, and of its clock's speed and first time. */
export const PHONE_ORIGIN = {
  maxSeedChars: 128,
  maxSpeed: 100,
  firstTime: "1980-01-01T00:00:00Z",
  lastTime: "2100-01-01T00:00:00Z",
} as const;
/** Templates of a new installation. */
export const SEEDED_TEMPLATES = 8;
export const SANDBOX_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** Highest page number of numbered lists. */
export const MAX_PAGE = 1_000_000;
export const MAX_BODY_BYTES = 1_048_576;
/** Request bodies in progress at once, per user or, without a user, per team. */
export const MAX_OPEN_BODIES = 64;
/** Calls in progress at once, per user or, without a user, per team. */
export const MAX_OPEN_CALLS = 1_024;
/** Pipelined requests waiting on one connection. Clients send requests one after the other. */
export const MAX_PIPELINED = 16;
/**
 * Limits for responses that clients do not read: time without progress for one response, and buffered bytes for all
 * together.
 */
export const UNREAD_ANSWERS = { stalledMs: 60_000, totalBytes: 256 * 1_048_576 } as const;
/** Limits of a JSON body: number of fields and items in total, and nesting depth. */
export const MAX_JSON_VALUES = 2_000;
export const MAX_JSON_DEPTH = 32;
export const MAX_SCRIPT_CHARS = 200_000;

/** Limits of one script run (run_code), and of the number of runs. */
export const RUN_LIMITS = {
  wallClockMs: 10 * 60_000,
  /** Longest computation without waiting for anything, and CPU time in total. */
  busyMs: 10_000,
  cpuMs: 60_000,
  /** Memory of the interpreter, including its own few MiB. */
  memoryBytes: 64 * 1_048_576,
  stackBytes: 256 * 1024,
  logBytes: 1_048_576,
  timers: 10_000,
  pendingRequests: 64,
  responseBytes: 16 * 1_048_576,
  /** Request bodies in progress: a reserve for each run, a team's part of the shared pool, and the whole pool. */
  bodyBytesPerRun: 8 * 1_048_576,
  bodyBytesPerTeam: 32 * 1_048_576,
  bodyBytesShared: 128 * 1_048_576,
  concurrentPerTeam: 6,
  /** In all teams together, per user. An API key counts for the user who created it. */
  concurrentPerUser: 8,
  concurrentTotal: 16,
} as const;
export type RunLimits = { readonly [Name in keyof typeof RUN_LIMITS]: number };

/** Limits of concurrent work on the devices of sandboxes. Work above a limit is rejected and can be retried. */
export const DEVICE_LIMITS = {
  /** Commands: screenshots, input, listings. All devices of one team together can run fewer than the total. */
  work: { running: 8, waiting: 64, longestWaitMs: 5_000, runningTotal: 1_000 },
  /** File transfers in progress to and from one device. */
  transfers: 8,
  /** Commands of programs that run at once on one device. */
  commands: 16,
  /** Connections of the server to sockets on one device, such as a browser's DevTools. */
  deviceSockets: 64,
  /** Time without progress after which a transfer is aborted. */
  stalledTransferMs: 60_000,
  /**
   * Open screens, shells, logs and browser connections: per sandbox; per session, API key or link; and per user across
   * all of these.
   */
  sockets: { perSandbox: 32, perCaller: 64, perUser: 256 },
  retryAfterSeconds: 1,
} as const;

/** Limits of a device's screen dump (`uiautomator dump`). Real dumps have a few hundred nodes in 100,000 characters. */
export const UI_TREE_LIMITS = { chars: 2_000_000, depth: 200, nodes: 10_000 } as const;
/** Screenshots and recordings stored for a team, and the addresses for downloading them. */
export const STORAGE = {
  objectBytes: 128 * 1_048_576,
  /** Above this limit, the oldest objects of the largest sandbox are deleted. */
  perOrganization: { bytes: 512 * 1_048_576, objects: 1_000 },
  /** Limit for objects from the sandboxes of one person, in all Hobby teams together. */
  perUser: { bytes: 1_024 * 1_048_576, objects: 2_000 },
  /** Longest retention. Objects are deleted earlier if their sandbox is deleted. */
  keptMs: 7 * 24 * 60 * 60_000,
  address: { minMs: 1_000, defaultMs: 30 * 60_000, maxMs: 6 * 60 * 60_000 },
} as const;

/** Files of boxes that a team keeps, compressed, in the server's database. */
export const SNAPSHOTS = {
  bytes: 512 * 1_048_576,
  perOrganization: { snapshots: 20, bytes: 2_048 * 1_048_576 },
  /** Per person, in all Hobby teams together. */
  perUser: { bytes: 4_096 * 1_048_576 },
  /** Limits of a name. It is part of addresses. */
  name: { maxChars: 64, pattern: /^[A-Za-z0-9][\w.-]{0,63}$/ },
  /** Size of one part of a snapshot; one part at a time is held in memory. */
  partBytes: 262_144,
  /** Timeout for reading the files of a box. */
  timeoutMs: 120_000,
  /** No snapshot is created with less free space on the server's disk. */
  freeBytes: 256 * 1_048_576,
} as const;

/** Limits of one command or script that runs on a device. */
export const COMMAND_LIMITS = {
  defaultTimeoutMs: 30_000,
  maxTimeoutMs: 10 * 60_000,
  /** Linux limits one argument to 128 KiB, and variables precede the command. */
  maxChars: 24_576,
  maxWords: 256,
  /** Longest input in a request, as text or base64. Larger input is streamed over a WebSocket. */
  stdinChars: 700_000,
  /** Maximum of streamed input that the device has not accepted yet. */
  stdinWindowBytes: 262_144,
  /** Each output is cut off after this many bytes. */
  outputBytes: 1_048_576,
} as const;

/** Longest screen recording, and the buffer for rewinding. */
export const RECORDING = {
  maxMs: 30 * 60_000,
  rewindMs: 5 * 60_000,
  rewindBytes: 32 * 1_048_576,
  /** Memory for all recordings of a server. Above it, the largest recordings release some of theirs. */
  memoryBytes: 256 * 1_048_576,
  /** Concurrent calls that store a rewind buffer, per user and in total. */
  extracted: { perUser: 2, total: 8 },
  defaultRewindMs: 30_000,
} as const;

/** Tokens for one sandbox: lifetime, and number kept per sandbox. The newest are kept. */
export const BOX_TOKENS = {
  lifetime: { minMs: 1_000, defaultMs: 180 * 60_000, maxMs: 4 * 60 * 60_000 },
  perSandbox: 200,
} as const;

/** Limits of streams of a team's events. */
export const EVENT_LIMITS = {
  streams: { perCaller: 16, perUser: 64 },
  /** Events kept for streams that reconnect: their number per team, and time after the last stream. */
  kept: 1_000,
  keptMs: 10 * 60_000,
  /** Time before the last event whose events repeat in a new stream. */
  repeatedMs: 2_000,
  /** Unread bytes above which a stream ends. */
  unreadBytes: 262_144,
  knownSandboxes: 10_000,
} as const;

/** Limits of a call that waits for something on a device. */
export const WAIT_LIMITS = {
  defaultTimeoutMs: 30_000,
  maxTimeoutMs: 120_000,
  /** Time between two looks at the device. */
  intervalMs: 250,
  /** Time after which the caller's access is checked again. */
  checkAccessMs: 5_000,
  /** Oldest items that count as new on request. */
  lastMs: 10 * 60_000,
  perSandbox: 16,
} as const;

/** Limits of requests to the ports of boxes. */
export const PORT_LIMITS = {
  /** Requests and WebSockets in progress at once; for public ports also per network of callers without a token. */
  open: { perSandbox: 48, perTeam: 192, perNetwork: 96 },
  /** Requests above these limits wait in a queue of this length, up to this time. */
  waiting: { perSandbox: 128, longestMs: 10_000 },
  publicPerSandbox: 32,
  /** Bytes of the headers of a box's response. */
  headerBytes: 16_384,
  /** Time without a byte in either direction after which a connection is closed. */
  idleMs: 10 * 60_000,
} as const;

/** MCP tool calls in progress at once: per session or API key, per user across all API keys, and in total. */
export const MCP_LIMITS = { callsPerCaller: 16, callsPerUser: 64, callsTotal: 256, retryAfterSeconds: 1 } as const;

/**
 * Limits of the fleet protocol: sockets per session or API key and per user across all of these, calls in progress on
 * each socket, boxes per listing, and filters of a device.
 */
export const FLEET_LIMITS = {
  sockets: { perCaller: 32, perUser: 128 },
  callsPerSocket: 4,
  listed: 500,
  filters: 16,
  /** Time that an allocation is awaited before it is reported as pending. mobilecli waits 30 s for the response. */
  allocationMs: 20_000,
} as const;

/** Limits of connections to a browser's DevTools, and of requests to it. */
export const BROWSER_LIMITS = {
  /** Concurrent client connections. */
  connections: { perSandbox: 16, perTeam: 64 },
  address: { defaultMs: 120 * 60_000 },
  /**
   * A client is disconnected after this time without any message or pong. A client paused in a debugger can be silent
   * for minutes.
   */
  silentMs: 10 * 60_000,
  urlChars: 8_192,
  /** Timeout for loading a page. */
  pageMs: 30_000,
  /** Timeout for asking a page about its load state. A page in an endless loop does not respond. */
  askPageMs: 1_000,
  tabs: 100,
  /**
   * Limits of one response from the browser to the server: bytes, and fields and items of a list of everything it
   * shows.
   */
  answerBytes: 1_048_576,
  answerValues: 20_000,
  /** Bytes that the browser may send to the server over one connection. */
  connectionBytes: 16 * 1_048_576,
} as const;

/** Limits of file calls of the boxes API: size of a text, and entries of a listing, also in the viewer. */
export const BOX_FILE_LIMITS = { textBytes: 8 * 1_048_576, listed: 10_000, depth: 10 } as const;

/** Files of one split app. */
export const SPLIT_APKS = 16;

/** Limits of a request that adds photos and videos to an album: number of files, and length of a name. */
export const MEDIA_LIMITS = { files: 20, nameChars: 200 } as const;

/** An app is compiled during installation, which is slow on slow devices. */
export const APP_INSTALL_TIMEOUT_MS = 180_000;

/** Limits of one action on a device. */
export const ACTION_LIMITS = {
  /** Client timeout: includes reading a slow screen, a long gesture and a delayed screenshot. */
  answerMs: 150_000,
  /** Duration of a gesture, or of one finger in it. */
  durationMs: 60_000,
  screenshotDelayMs: 30_000,
  /** Points of a path, fingers, and steps of one finger. */
  path: 500,
  points: 10,
  steps: 100,
  scrollPx: 20_000,
  textChars: 10_000,
  clipboardChars: 30_000,
  keys: 50,
  elements: 300,
  /** Screenshots that are rendered at once for one sandbox. */
  pictures: 4,
} as const;

/** Prefix of every API key. */
export const API_KEY_PREFIX = "trm_";

export const API_KEY_NAME = { minChars: 3, maxChars: 50, pattern: /^[A-Za-z0-9_-]+$/ } as const;
/** Lifetime of an API key that expires, and the time for which its old secret works after a rotation. */
export const API_KEY_LIFETIME_MS = { min: 60_000, max: 10 * 365 * 24 * 60 * 60_000 } as const;
export const API_KEY_GRACE_MAX_MS = 7 * 24 * 60 * 60_000;
export const WEBHOOKS_PER_ORGANIZATION = 10;
export const WEBHOOK_URL_MAX_CHARS = 2_048;
export const WEBHOOK_LIMITS = {
  /** Waiting deliveries per team. More are dropped. */
  waiting: 1_000,
  /** Newest deliveries that are kept per webhook. */
  keptDeliveries: 200,
  deliveriesPageSize: 20,
  /** Timeout of one attempt. */
  attemptMs: 10_000,
  /** Time for which a delivery is retried. */
  triedForMs: 24 * 60 * 60_000,
  /** Bytes of a response that are kept. */
  answerBytes: 1_024,
  /** Concurrent attempts: per webhook, per team, and in total. */
  atOnce: { perWebhook: 2, perTeam: 4, total: 128 },
  oldSecretMs: 24 * 60 * 60_000,
} as const;
/** Groups of a usage breakdown, and the newest sandboxes whose label keys it names. */
export const USAGE_BREAKDOWN = { groups: 50, labelledSandboxes: 500 } as const;
export const USER_NAME_MAX_CHARS = 100;
export const SANDBOX_NAME_MAX_CHARS = 100;
/** As long as a complete metadata value. */
export const SANDBOX_SEARCH_MAX_CHARS = 256;
/** Suffix after the user's name in the name of their first team. */
export const FIRST_TEAM_SUFFIX = "'s Team";
/** Long enough for the first team of the user with the longest name. */
export const TEAM_NAME_MAX_CHARS = USER_NAME_MAX_CHARS + FIRST_TEAM_SUFFIX.length;
/** Environment variables of a sandbox's commands. `maxChars` limits all names and values together. */
export const ENVS = { maxEntries: 64, maxNameChars: 128, maxChars: 16_384 } as const;
/** Default folder of commands: the writable folder of adb users, and the home folder of a Linux user. */
export const WORKING_DIR = { android: "/data/local/tmp", linux: "/home/user" } as const;
export const METADATA = { maxEntries: 32, maxKeyChars: 64, maxValueChars: 256 } as const;

export const MEMBERS_PER_ORGANIZATION = 100;
export const ORGANIZATIONS_PER_USER = 50;
/** Teams that one person can create per hour, including deleted ones. */
export const ORGANIZATIONS_MADE_AN_HOUR = 100;
export const API_KEYS_PER_ORGANIZATION = 100;
/** Unexpired invite links of a team. */
export const INVITE_LINKS_PER_ORGANIZATION = 50;
/** Lifetime of an invite link, in days. */
export const INVITE_EXPIRY_DAYS = { min: 1, max: 30, default: 7 } as const;
export const INVITE_CODE_MAX_CHARS = 100;

export interface RateLimit {
  perAddress: number;
  /** Per user or API key. */
  perCaller: number;
}
/** Calls per minute, counted over all calls of one kind: sign-ins, redeeming and creating invites, other writes. */
export const RATE_LIMITS = {
  signIn: { perAddress: 240, perCaller: 240 },
  invite: { perAddress: 240, perCaller: 60 },
  write: { perAddress: 1_200, perCaller: 300 },
} as const satisfies Record<string, RateLimit>;
export type RateLimitName = keyof typeof RATE_LIMITS;
