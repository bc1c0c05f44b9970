import type { Endpoint } from "@terrarium/contract/endpoint";
import { cliSample } from "./cli-sample.ts";
import { curlSample } from "./curl-sample.ts";
import type { CodeSample, RequestExample } from "./request-example.ts";
import { sdkSample } from "./sdk-sample.ts";

/** Returns the samples of a call: with curl, and with the SDK and the command line if they have the call. */
export function codeSamplesOf(endpoint: Endpoint, example: RequestExample): CodeSample[] {
  const sdk = sdkSample(endpoint, example);
  const cli = cliSample(endpoint, example);
  return [
    ...(sdk === undefined ? [] : [{ lang: "javascript", label: "SDK", source: sdk } as const]),
    { lang: "shell", label: "curl", source: curlSample(endpoint, example) },
    ...(cli === undefined ? [] : [{ lang: "shell", label: "CLI", source: cli } as const]),
  ];
}
