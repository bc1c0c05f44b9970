import { getAuditLog } from "@terrarium/contract/audit";
import { MAX_PAGE_SIZE, SANDBOX_PAGE_SIZE } from "@terrarium/contract/limits";
import { getSandboxList } from "@terrarium/contract/sandbox";
import { getUsage } from "@terrarium/contract/usage";
import { readEventLoop } from "./support/event-loop.ts";
import { median, repeat, type Figure } from "./support/figure.ts";
import { load, type LoadRequest } from "./support/load.ts";
import { cpuSeconds } from "./support/process.ts";
import { BUSY_TEAM_AUDIT_ENTRIES, seedSqlite, type SeededTeam } from "./support/seed.ts";
import { startBenchServer } from "./support/server.ts";

const RUNS = 5;
const RUN_MS = 2_000;
const WARM_UP_MS = 3_000;
const CONNECTIONS = 32;
const GOAL_PER_SECOND = 6_000;
const PAGE_CONNECTIONS = 4;

/**
 * Measures the list of sandboxes among 100,000 of 1,000 teams on SQLite. The server has its own process; this process
 * creates the load.
 */
export async function benchmark(): Promise<Figure[]> {
  const server = await startBenchServer();
  try {
    const teams = await seedSqlite(server.dataDir);
    const [busy, ...others] = teams;
    if (!busy) throw new Error("no team");
    const { origin } = server;
    const measure = (requests: readonly LoadRequest[], rate?: number) =>
      load({ origin, requests, connections: CONNECTIONS, durationMs: RUN_MS, ...(rate === undefined ? {} : { rate }) });
    const perSecond = async (requests: readonly LoadRequest[]) => (await measure(requests)).perSecond;
    const health: LoadRequest[] = [{ method: "GET", path: "/healthz" }];
    const withSessions = others.map((team) => listRequest(team, team.session, 1));
    const ofAll = others.map((team) => listRequest(team, team.session, 1, { status: "All" }));
    const withKeys = others.map((team) => listRequest(team, team.apiKey, 1));
    await load({ origin, requests: withSessions, connections: CONNECTIONS, durationMs: WARM_UP_MS });

    // Discards earlier measurements.
    await readEventLoop(origin);
    // Interleaved, so that other load on this machine affects all alike.
    const rounds = await repeat(RUNS, async () => ({
      health: await perSecond(health),
      sessions: await perSecond(withSessions),
      all: await perSecond(ofAll),
      keys: await perSecond(withKeys),
      p99: percentile(99, (await measure(withSessions, GOAL_PER_SECOND / 2)).latenciesMs),
    }));
    const loop = await readEventLoop(origin);
    const processorStart = cpuSeconds(server.pid);
    const { latenciesMs } = await measure(withSessions);
    const processorUs = ((cpuSeconds(server.pid) - processorStart) / latenciesMs.length) * 1_000_000;
    const pages = await repeat(RUNS, () => timePages(origin, busy));
    const reports = await repeat(RUNS, () => timeReports(origin, busy));
    const beside = `/healthz in the same run: ${median(rounds.map((round) => round.health)).toFixed(0)}/s`;
    const rate = (what: string, values: number[]): Figure => ({
      what,
      unit: "requests/s",
      values,
      beside: `goal ${GOAL_PER_SECOND}; ${beside}`,
    });
    return [
      rate(
        "get_sandbox_list by session, 100,000 sandboxes of 1,000 teams",
        rounds.map((round) => round.sessions),
      ),
      rate(
        "the same of status All: ended ones too",
        rounds.map((round) => round.all),
      ),
      rate(
        "the same by API key",
        rounds.map((round) => round.keys),
      ),
      {
        what: `get_sandbox_list, p99 at ${GOAL_PER_SECOND / 2} requests/s`,
        unit: "ms",
        values: rounds.map((round) => round.p99),
        beside: "goal 25 ms",
      },
      {
        what: "the server's event loop under this load, longest delay",
        unit: "ms",
        values: [loop.maxMs],
        beside: "goal 50 ms",
      },
      { what: "the same, p99", unit: "ms", values: [loop.p99Ms], beside: "goal 50 ms" },
      {
        what: "the server's processor time for one",
        unit: "µs",
        values: [processorUs],
        beside: "—",
      },
      ...Object.keys(reports[0] ?? {}).map((name) => ({
        what: name,
        unit: "ms",
        values: reports.map((report) => report[name] ?? Number.NaN),
        beside: "—",
      })),
      ...Object.keys(pages[0] ?? {}).map((name) => ({
        what: `a page of a team with ${busy.sandboxes} sandboxes: ${name}`,
        unit: "ms",
        values: pages.map((page) => page[name] ?? Number.NaN),
        beside: "the same at any page",
      })),
    ];
  } finally {
    await server.kill();
  }
}

export const listRequest = (
  { organizationId }: SeededTeam,
  token: string,
  page: number,
  asked: object = {},
): LoadRequest => ({
  method: "POST",
  path: getSandboxList.path,
  token,
  body: { organizationId, page, pageSize: SANDBOX_PAGE_SIZE, ...asked },
});

/** Returns the server's time for a page at the start, in the middle and at the end, in milliseconds. */
async function timePages(origin: string, team: SeededTeam): Promise<Record<string, number>> {
  const last = Math.ceil(team.sandboxes / SANDBOX_PAGE_SIZE);
  const pages = { first: 1, middle: Math.ceil(last / 2), last };
  const times: Record<string, number> = {};
  for (const [name, page] of Object.entries(pages)) {
    const requests = [listRequest(team, team.session, page, { status: "All" })];
    const { perSecond } = await load({ origin, requests, connections: PAGE_CONNECTIONS, durationMs: RUN_MS / 4 });
    times[name] = 1000 / perSecond;
  }
  return times;
}

/** Returns the times of rarely used requests in milliseconds, one request at a time. */
async function timeReports(origin: string, team: SeededTeam) {
  const { organizationId, session: token } = team;
  const time = async (path: string, body: object) => {
    const request: LoadRequest = { method: "POST", path, token, body: { organizationId, ...body } };
    const { latenciesMs } = await load({ origin, requests: [request], connections: 1, durationMs: RUN_MS / 8 });
    return median(latenciesMs);
  };
  const search = async (asked: object) => time(getSandboxList.path, { status: "All", ...asked });
  const lastPage = Math.ceil(BUSY_TEAM_AUDIT_ENTRIES / MAX_PAGE_SIZE);
  return {
    [`search of ${team.sandboxes} sandboxes that finds one`]: await search({ search: "run: 19999" }),
    [`sort of ${team.sandboxes} sandboxes, last page`]: await search({
      sort: { by: "started" },
      page: Math.ceil(team.sandboxes / SANDBOX_PAGE_SIZE),
    }),
    "usage of a year of 200,000 sandboxes": await time(getUsage.path, { period: "yearly" }),
    "audit log of 200,000 entries, first page": await time(getAuditLog.path, { page: 1 }),
    "audit log of 200,000 entries, last page": await time(getAuditLog.path, {
      page: lastPage,
      pageSize: MAX_PAGE_SIZE,
    }),
    "audit log of 200,000 entries, failures": await time(getAuditLog.path, { outcome: "error" }),
  } as Record<string, number>;
}

const percentile = (percent: number, sorted: readonly number[]): number =>
  sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
