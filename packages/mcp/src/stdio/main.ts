import { z } from "zod";
import { forwardStdio } from "./forward.ts";

const Environment = z.object({
  TERRARIUM_URL: z.url("must be the address of the server").default("http://localhost:3000"),
  TERRARIUM_API_KEY: z.string("must be an API key of your team").min(1),
});

const parsed = Environment.safeParse(process.env);
if (!parsed.success) {
  process.stderr.write(`terrarium mcp: set the environment:\n${z.prettifyError(parsed.error)}\n`);
  process.exit(2);
}
const { TERRARIUM_URL: baseUrl, TERRARIUM_API_KEY: apiKey } = parsed.data;
await forwardStdio({ baseUrl, apiKey, stdin: process.stdin, stdout: process.stdout });
