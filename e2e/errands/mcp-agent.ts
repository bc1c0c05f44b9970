import type { Client } from "@modelcontextprotocol/client";
import { DEVICE_START_TIMEOUT_MS } from "@terrarium/contract/limits";
import type { ErrandAgent } from "./errand.ts";

/** A tool call and its answer, as a model reads them. */
export interface Exchange {
  name: string;
  input: Record<string, unknown>;
  answer: string;
  isError: boolean;
}

/** Calls tools of an MCP server, and records the exchanges. */
export class ToolCaller {
  readonly exchanges: Exchange[] = [];
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async call(name: string, input: Record<string, unknown>): Promise<Exchange> {
    const options = { timeout: DEVICE_START_TIMEOUT_MS };
    const { content, isError = false } = await this.#client.callTool({ name, arguments: input }, options);
    const answer = content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
    const exchange = { name, input, answer, isError };
    this.exchanges.push(exchange);
    return exchange;
  }
}

/**
 * Creates an agent that uses our tools: all known steps in one call, and the answer as its view. It names the screen
 * that it saw last, as the tools ask clients without sessions.
 */
export function createMcpAgent(tools: ToolCaller, device: string): ErrandAgent {
  let seen: string | undefined;
  return {
    async do(...steps) {
      const { answer, isError } = await tools.call("act", { device, steps, ...(seen === undefined ? {} : { seen }) });
      seen = /\nseen: (\w+)$/.exec(answer)?.[1];
      if (isError) throw new Error(answer);
      return answer;
    },
  };
}
