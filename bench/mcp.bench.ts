import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { executeBoxCommands } from "@terrarium/contract/box-commands";
import { getEncoding } from "js-tiktoken";
import type { Effects, ErrandAgent } from "../e2e/errands/errand.ts";
import { CLEAN_DESK, ERRANDS } from "../e2e/errands/errands.ts";
import { createMcpAgent, type Exchange, ToolCaller } from "../e2e/errands/mcp-agent.ts";
import { createMobileMcpAgent } from "../e2e/errands/mobile-mcp-agent.ts";
import { startMobileMcp } from "../e2e/support/mobile-mcp.ts";
import { post, signIn, startServer } from "../e2e/support/server.ts";
import type { Figure } from "./support/figure.ts";

const EFFECT_LOOKS = 50;
const tokens = getEncoding("o200k_base");

/** Returns the tokens that a model reads and writes for a call, including its name and input. */
const tokensOf = ({ name, input, answer }: Exchange): number =>
  tokens.encode(`${name}${JSON.stringify(input)}${answer}`).length;

interface Bill {
  calls: number;
  tokens: number;
}

/**
 * Measures the cost of the errands for a text-only agent, with our tools and with those of mobile-mcp on a phone of the
 * same server.
 */
export async function benchmark(): Promise<Figure[]> {
  await using cleanup = new AsyncDisposableStack();
  const server = await openServer(cleanup);
  const ours = await openOurs(cleanup, server);
  const theirs = await openMobileMcp(cleanup, server);
  const figures: Figure[] = [];
  const bills: { ours: Bill; theirs: Bill }[] = [];
  for (const { name, given = [], run, effect, expected } of ERRANDS) {
    const billOf = async ({ agent, tools, effects }: Desk): Promise<Bill | undefined> => {
      for (const command of [CLEAN_DESK, ...given]) await effects.shell(command);
      const before = tools.exchanges.length;
      try {
        await run(agent);
        await until(async () => expected.test(await effect(effects)));
      } catch (error) {
        process.stderr.write(`${name}: ${error instanceof Error ? error.message.slice(0, 300) : String(error)}\n`);
        return undefined;
      }
      const exchanges = tools.exchanges.slice(before);
      return { calls: exchanges.length, tokens: exchanges.reduce((sum, each) => sum + tokensOf(each), 0) };
    };
    const own = await billOf(ours);
    if (!own) throw new Error(`our agent did not finish ${name}`);
    const other = await billOf(theirs);
    if (other) bills.push({ ours: own, theirs: other });
    const beside = other ? `mobile-mcp: ${other.tokens} in ${other.calls} calls` : "mobile-mcp: not finished";
    figures.push({ what: `MCP, ${name}, ${own.calls} calls`, unit: "tokens", values: [own.tokens], beside });
  }
  const answers = ours.tools.exchanges.filter(({ name }) => name === "act" || name === "observe");
  return [
    ...figures,
    figure("MCP: tokens of an errand", "tokens", bills, (bill) => bill.tokens),
    figure("MCP: calls of an errand", "calls", bills, (bill) => bill.calls),
    {
      what: "MCP: an answer that tells the screen",
      unit: "tokens",
      values: answers.map(({ answer }) => tokens.encode(answer).length),
      beside: "goal median 800, none over 10,000",
    },
    {
      what: "MCP: descriptions and schemas of all tools",
      unit: "tokens",
      values: [await definitionTokens(ours.client)],
      beside: `mobile-mcp: ${await definitionTokens(theirs.client)}`,
    },
  ];
}

function figure(
  what: string,
  unit: string,
  bills: readonly { ours: Bill; theirs: Bill }[],
  of: (bill: Bill) => number,
): Figure {
  const theirs = bills.map((bill) => of(bill.theirs)).toSorted((a, b) => a - b);
  const median = theirs[Math.floor(theirs.length / 2)] ?? Number.NaN;
  const beside = `mobile-mcp, median of the same ${bills.length} errands: ${median}`;
  return { what, unit, values: bills.map((bill) => of(bill.ours)), beside };
}

interface Desk {
  agent: ErrandAgent;
  client: Client;
  tools: ToolCaller;
  effects: Effects;
}

interface Server {
  origin: string;
  token: string;
  /** Prepares and checks errands on one of its boxes, at no cost to the agent. */
  effectsOn: (device: string) => Effects;
}

async function openServer(cleanup: AsyncDisposableStack): Promise<Server> {
  const server = await startServer();
  cleanup.defer(() => server.stop());
  const { origin, dataDir } = server;
  const token = await signIn(origin, "bench");
  const run = async (boxId: string, command: string): Promise<string> => {
    const answer = await post(origin, executeBoxCommands.path.replace("{boxId}", boxId), { command }, token);
    return executeBoxCommands.response.parse(await answer.json()).stdout;
  };
  return {
    origin,
    token,
    effectsOn: (device) => ({
      shell: (command) => run(device, command),
      async stored(packageName, file) {
        const [found = ""] = globSync(`**/${device}/**/${packageName}/${file}`, { cwd: dataDir });
        return readFile(path.join(dataDir, found), "utf8");
      },
    }),
  };
}

async function openOurs(cleanup: AsyncDisposableStack, { origin, token, effectsOn }: Server): Promise<Desk> {
  const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", origin), { requestInit }));
  cleanup.defer(() => client.close());
  const tools = new ToolCaller(client);
  const { answer } = await tools.call("devices", { action: "start" });
  const device = /sbx_\w+/.exec(answer)?.[0] ?? "";
  return { agent: createMcpAgent(tools, device), client, tools, effects: effectsOn(device) };
}

/** Opens mobile-mcp with another box of the same server, configured by its environment. */
async function openMobileMcp(cleanup: AsyncDisposableStack, { origin, token, effectsOn }: Server): Promise<Desk> {
  const { client, stop } = await startMobileMcp(origin, token);
  cleanup.defer(stop);
  const tools = new ToolCaller(client);
  const { answer } = await tools.call("mobile_allocate_remote_device", { platform: "android", wait: true });
  const device = /sbx_\w+/.exec(answer)?.[0] ?? "";
  return { agent: createMobileMcpAgent(tools, device), client, tools, effects: effectsOn(device) };
}

async function definitionTokens(client: Client): Promise<number> {
  const { tools } = await client.listTools();
  return tokens.encode(
    JSON.stringify(tools.map(({ name, description, inputSchema }) => [name, description, inputSchema])),
  ).length;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < EFFECT_LOOKS; looks += 1) {
    if (await isSo().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("its effect is not there");
}
