import path from "node:path";
import { freePort } from "@terrarium/adb/testing/free-port";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { makeCertificates } from "@terrarium/platform/testing/certificates";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type DockerEngine, ENGINE_TURN_MS, startDockerEngine, whyNoEngine } from "../testing/docker-engine.ts";
import { readEngineAddress } from "./engine-address.ts";
import { createEngine } from "./engine.ts";

const folder = temporaryFolder();

describe.skipIf(whyNoEngine() !== undefined)("an engine that is reached with TLS", () => {
  let engine: DockerEngine | undefined;
  let host: string;
  const good = path.join(folder, "good");
  beforeAll(async () => {
    makeCertificates(good);
    host = `tcp://localhost:${await freePort()}`;
    const certificates = ["--tlscacert", "ca.pem", "--tlscert", "server-cert.pem", "--tlskey", "server-key.pem"];
    const inFolder = certificates.map((word) => (word.startsWith("--") ? word : path.join(good, word)));
    engine = await startDockerEngine(["--host", host, "--tlsverify", ...inFolder]);
  }, ENGINE_TURN_MS);
  afterAll(() => engine?.stop());

  const ping = (certPath: string | undefined) => {
    const client = createEngine({ provider: "docker", address: readEngineAddress(host, certPath) });
    onTestFinished(() => client.close());
    return client.call("GET", "/version");
  };

  test("accepts clients with a certificate of its authority", async () => {
    expect(await ping(good)).toMatchObject({ status: 200 });
  });

  test("rejects other clients and untrusted server certificates", async () => {
    const others = makeCertificates(path.join(folder, "others"));
    await expect(ping(others)).rejects.toMatchObject({ code: "provider_unavailable" });
    await expect(ping(undefined)).rejects.toMatchObject({ name: "EngineError", status: 400 });
  });
});
