/** A metric of `/metrics`. The documentation (`/docs/reference/metrics`) lists these definitions. */
export interface MetricDefinition {
  name: `terrarium_${string}`;
  type: "counter" | "gauge" | "histogram";
  /** Meaning, in Markdown. */
  help: string;
  labelNames: readonly string[];
}

/** Every metric of our own. Those of the process come from `prom-client`. */
export const METRICS = {
  sandboxes: {
    name: "terrarium_sandboxes",
    type: "gauge",
    help: "Starting and running sandboxes, over all servers",
    labelNames: ["provider", "state"],
  },
  sandboxCreateDuration: {
    name: "terrarium_sandbox_create_duration_seconds",
    type: "histogram",
    help: "Duration of each creation step: `room`, `key`, `record`, `device` (until it answers ADB), `files` (from a snapshot), `record ready`; `all` is the sum",
    labelNames: ["provider", "step", "outcome"],
  },
  sandboxEnds: {
    name: "terrarium_sandbox_ends_total",
    type: "counter",
    help: "Sandboxes that ended",
    labelNames: ["provider", "reason"],
  },
  secretsToReseal: {
    name: "terrarium_secrets_to_reseal",
    type: "gauge",
    help: "Stored secrets that `TERRARIUM_SECRET` has still to encrypt while `TERRARIUM_SECRET_PREVIOUS` is set ([change the secret](../operate/security.md#change-the-secret))",
    labelNames: [],
  },
  providerUp: {
    name: "terrarium_provider_up",
    type: "gauge",
    help: "1 while a provider answers, else 0",
    labelNames: ["provider"],
  },
  acceptsSandboxes: {
    name: "terrarium_accepts_sandboxes",
    type: "gauge",
    help: "1 while there is room for one more sandbox, else 0",
    labelNames: [],
  },
  liveSockets: {
    name: "terrarium_live_sockets",
    type: "gauge",
    help: "Open screens, logs, shells, commands and browser connections",
    labelNames: ["action"],
  },
  deviceSessions: {
    name: "terrarium_device_sessions",
    type: "gauge",
    help: "Devices that this server is connected to",
    labelNames: [],
  },
  deviceWork: {
    name: "terrarium_device_work",
    type: "gauge",
    help: "Running and waiting device calls, such as screenshots",
    labelNames: ["state"],
  },
  httpRequestDuration: {
    name: "terrarium_http_request_duration_seconds",
    type: "histogram",
    help: "Duration of requests, by route",
    labelNames: ["method", "route", "status"],
  },
  requestsWaiting: {
    name: "terrarium_requests_waiting",
    type: "gauge",
    help: "Requests that have not started",
    labelNames: [],
  },
  databaseQueryDuration: {
    name: "terrarium_database_query_duration_seconds",
    type: "histogram",
    help: "Duration of database queries, by their first word",
    labelNames: ["operation"],
  },
  jobDuration: {
    name: "terrarium_job_duration_seconds",
    type: "histogram",
    help: "Duration of background jobs",
    labelNames: ["step", "outcome"],
  },
  mailsWaiting: {
    name: "terrarium_mails_waiting",
    type: "gauge",
    help: "Mail in the queue, due or put off",
    labelNames: [],
  },
  diskFreeBytes: {
    name: "terrarium_disk_free_bytes",
    type: "gauge",
    help: "Free space on the disk of the data directory",
    labelNames: [],
  },
  diskBallastBytes: {
    name: "terrarium_disk_ballast_bytes",
    type: "gauge",
    help: "Reserve on that disk. The server releases it on a full disk, to record deletions",
    labelNames: [],
  },
  leader: {
    name: "terrarium_leader",
    type: "gauge",
    help: "1 on the server that runs the jobs of all servers, else 0. A single server is always the leader",
    labelNames: [],
  },
  replicas: {
    name: "terrarium_replicas",
    type: "gauge",
    help: "Servers on the database, including this one",
    labelNames: [],
  },
  databaseAdmitted: {
    name: "terrarium_database_admitted",
    type: "gauge",
    help: "1 while this server may use the database, else 0",
    labelNames: [],
  },
  notices: {
    name: "terrarium_notices_total",
    type: "counter",
    help: "Notices sent to other servers (`told`) and received from them (`heard`)",
    labelNames: ["direction"],
  },
  scriptLeases: {
    name: "terrarium_script_leases",
    type: "gauge",
    help: "Script slots that this server holds",
    labelNames: [],
  },
  unownedFailures: {
    name: "terrarium_unowned_failures_total",
    type: "counter",
    help: "Unhandled rejections and exceptions. Each is a defect and is logged",
    labelNames: ["kind"],
  },
} as const satisfies Record<string, MetricDefinition>;
