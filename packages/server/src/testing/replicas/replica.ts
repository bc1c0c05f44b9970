import { runServer } from "../../run-server.ts";
import { createSharedProvider } from "./shared-provider.ts";

// For tests: a server with shared devices.
await runServer({ providers: [createSharedProvider(process.env.TEST_DEVICE_HOST ?? "")] });
