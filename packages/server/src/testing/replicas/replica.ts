import { runServer } from "../../run-server.ts";
import { createSharedProvider } from "./shared-provider.ts";

// For tests: the server, with devices that it shares with others.
await runServer({ providers: [createSharedProvider(process.env.TEST_DEVICE_HOST ?? "")] });
