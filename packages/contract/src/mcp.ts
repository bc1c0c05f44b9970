import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";

/** Endpoint for agents: the tools over the Model Context Protocol, as streamable HTTP. */
export const mcp = defineEndpoint({
  name: "mcp",
  method: "POST",
  path: "/mcp",
  access: "session-or-api-key",
  // Each tool checks the scope that it needs.
  scope: "read",
  changesState: false,
  ignoresUnknownFields: true,
  summary: "Model Context Protocol, revision 2026-07-28 and earlier: tools for agents that use devices",
  tag: "mcp",
  body: z.unknown().describe("A JSON-RPC 2.0 message"),
  response: z.unknown().describe("A JSON-RPC 2.0 message, or an event stream that contains it"),
});
