const PAUSE_LIMIT_MS = 5_000;

/** Results of a run with several servers. */
export interface ObservedReplicas {
  minutes: number;
  devices: number;
  /** Number of injections of each fault. */
  faults: Readonly<Record<string, number>>;
  answered: number;
  failed: number;
  /** Acknowledged names of sandboxes that are missing. */
  lostWrites: readonly string[];
  /** Sandboxes that ended although their device still runs. */
  lostSandboxes: readonly string[];
  /** Number of sandboxes that ended with their device, for example on a lost node. */
  ended: number;
  /**
   * Lengths of viewer pauses: after the end of a server, and after a failure of PostgreSQL or the engine. Infinity if
   * the viewer did not recover, for example because the device was lost too.
   */
  pausesMs: Readonly<{ servers: readonly number[]; others: readonly number[] }>;
  mails: { due: number; sent: number; twice: number };
  meteredTwice: number;
  /** Containers and Pods that are no longer needed. */
  left: readonly string[];
}

/** Returns descriptions of a run's problems; empty if there are none. */
export function complaintsOfReplicas(seen: ObservedReplicas): string[] {
  const late = seen.pausesMs.servers.filter((pause) => pause > PAUSE_LIMIT_MS);
  const { due, sent, twice } = seen.mails;
  return [
    ...seen.lostWrites.map((name) => `lost: ${name}`),
    ...seen.lostSandboxes.map((id) => `ended, with a device that runs: ${id}`),
    ...late.map((pause) => `a viewer saw nothing ${pause === Infinity ? "again" : `for ${toSeconds(pause)} s`}`),
    ...(sent - twice === due ? [] : [`${due} mails were due, ${sent - twice} were sent`]),
    ...(twice > 0 ? [`${twice} mails were sent twice`] : []),
    ...(seen.meteredTwice > 0 ? [`${seen.meteredTwice} sandboxes were metered twice`] : []),
    ...seen.left.map((name) => `left over: ${name}`),
  ];
}

/** Returns a Markdown page about a run. */
export function replicasToMarkdown(seen: ObservedReplicas, machine: string): string {
  const wrong = complaintsOfReplicas(seen);
  const rows = [
    ["time; servers; devices", `${seen.minutes} min; 3; ${seen.devices}`],
    [
      "faults",
      Object.entries(seen.faults)
        .map(([name, count]) => `${name} (${count})`)
        .join("; "),
    ],
    ["calls through the balancer: answered, failed", `${seen.answered}, ${seen.failed}`],
    ["acknowledged writes lost", String(seen.lostWrites.length)],
    ["sandboxes lost whose device runs", String(seen.lostSandboxes.length)],
    ["sandboxes that ended with their device", String(seen.ended)],
    [`pauses of viewers when a server was killed (limit ${PAUSE_LIMIT_MS / 1000} s)`, describe(seen.pausesMs.servers)],
    ["pauses of viewers otherwise", describe(seen.pausesMs.others)],
    ["mails due, sent, sent twice", `${seen.mails.due}, ${seen.mails.sent}, ${seen.mails.twice}`],
    ["sandboxes metered twice", String(seen.meteredTwice)],
    ["containers and Pods left over", String(seen.left.length)],
  ];
  return [
    "# Last run of the chaos test with several servers",
    "",
    `\`npm run chaos -- replicas ${seen.minutes} ${seen.devices}\` writes this file. Machine: ${machine}.`,
    "",
    "| what | result |",
    "| --- | --- |",
    ...rows.map(([what, result]) => `| ${what} | ${result} |`),
    "",
    wrong.length === 0 ? "Everything held." : wrong.map((line) => `- ${line}`).join("\n"),
    "",
  ].join("\n");
}

function describe(pausesMs: readonly number[]): string {
  const over = pausesMs.filter((pause) => pause !== Infinity).toSorted((a, b) => a - b);
  const at = (share: number) => toSeconds(over[Math.floor((over.length - 1) * share)] ?? 0);
  const told = over.length === 0 ? "none" : `${over.length}: median ${at(0.5)} s, longest ${at(1)} s`;
  const blind = pausesMs.length - over.length;
  return blind === 0 ? told : `${told}; ${blind} saw nothing again`;
}

const toSeconds = (ms: number): string => (ms / 1000).toFixed(1);
