import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConfigError } from "@terrarium/platform/base/config-error";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("needs no settings", () => {
  expect(readConfig({ PATH: "/bin", HOST: "" })).toEqual({
    host: "127.0.0.1",
    port: 3000,
    dataDir: path.resolve(".terrarium"),
    databaseUrl: undefined,
    publicUrl: undefined,
    portDomain: "localhost",
    secret: undefined,
    previousSecrets: [],
    github: undefined,
    google: undefined,
    localIdentityProvider: true,
    alphaHost: undefined,
    smtpUrl: undefined,
    mailFrom: "Terrarium <noreply@localhost>",
    legalTexts: { terms: undefined, privacy: undefined },
    stripe: undefined,
    trustedProxies: [],
    providers: ["embedded"],
    templates: [],
    providerSettings: { embedded: { linuxRoot: undefined, memoryMb: 512 } },
    webhookEgress: "public",
    deviceEgress: "off",
    deviceClock: undefined,
    screenEncoder: undefined,
    scrcpyServer: undefined,
    traces: undefined,
    standbyDevices: 1,
    sandboxesPerUser: 40,
    deviceStorageMb: 512,
    logLevel: "info",
    checkResponses: false,
  });
});

test("an OAuth app allows any address and disables the local provider", () => {
  const config = readConfig({
    HOST: "0.0.0.0",
    GITHUB_CLIENT_ID: "id",
    GITHUB_CLIENT_SECRET: "secret",
    PUBLIC_URL: "https://terrarium.example",
  });
  expect(config).toMatchObject({
    host: "0.0.0.0",
    github: { clientId: "id", clientSecret: "secret" },
    localIdentityProvider: false,
  });
});

test("accepts PostgreSQL over a unix socket", () => {
  const databaseUrl = "postgresql:///terrarium?host=/run/postgresql";
  expect(readConfig({ DATABASE_URL: databaseUrl }).databaseUrl).toBe(databaseUrl);
});

test("reads legal texts at start and rejects invalid ones", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-config-"));
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const terms = file("terms.md", "# Terms\n\nBe kind.\n");
  expect(readConfig({ TERRARIUM_TERMS_FILE: terms }).legalTexts).toEqual({
    terms: "# Terms\n\nBe kind.",
    privacy: undefined,
  });
  const refused: [string, RegExp][] = [
    [path.join(folder, "missing.md"), /^TERRARIUM_PRIVACY_FILE cannot be read: ENOENT/],
    [folder, /^TERRARIUM_PRIVACY_FILE cannot be read: EISDIR/],
    [file("empty.md", " \n"), /empty\.md is empty$/],
    [file("photo.md", Buffer.from([0xff, 0xd8, 0xff])), /photo\.md is not UTF-8 text$/],
    [file("long.md", "x".repeat(300_000)), /long\.md has more than 262144 bytes$/],
  ];
  for (const [name, message] of refused) expect(() => readConfig({ TERRARIUM_PRIVACY_FILE: name })).toThrow(message);
  rmSync(folder, { recursive: true });
});

test("accepts internet access for devices", () => {
  expect(readConfig({ TERRARIUM_DEVICE_EGRESS: "public" }).deviceEgress).toBe("public");
});

test("accepts a screen encoder", () => {
  expect(readConfig({ TERRARIUM_SCREEN_ENCODER: "openh264" }).screenEncoder).toBe("openh264");
});

test("accepts a number of standby devices", () => {
  expect(readConfig({}).standbyDevices).toBe(1);
  expect(readConfig({ TERRARIUM_STANDBY_DEVICES: "0" }).standbyDevices).toBe(0);
});

test("accepts limits of a device's storage and memory", () => {
  const config = readConfig({ TERRARIUM_DEVICE_STORAGE_MB: "64", TERRARIUM_DEVICE_MEMORY_MB: "256" });
  expect(config).toMatchObject({ deviceStorageMb: 64, providerSettings: { embedded: { memoryMb: 256 } } });
});

test("accepts containers on a local or remote engine", () => {
  expect(readConfig({ TERRARIUM_PROVIDERS: "docker, embedded" })).toMatchObject({
    providers: ["docker", "embedded"],
    providerSettings: {
      docker: { address: { socketPath: "/var/run/docker.sock" }, image: "terrarium/{kind}", publish: undefined },
    },
  });
  const remote = { TERRARIUM_PROVIDERS: "docker", DOCKER_HOST: "tcp://10.0.0.7", TERRARIUM_DOCKER_PUBLISH: "10.0.0.7" };
  expect(readConfig(remote).providerSettings.docker).toMatchObject({
    address: { host: "10.0.0.7", port: 2375 },
    publish: "10.0.0.7",
  });
});

test("accepts a cluster from a kubeconfig or its own", () => {
  const defaults = { namespace: "terrarium-devices", image: "terrarium/{kind}", objects: "auto" };
  const given = { TERRARIUM_PROVIDERS: "kubernetes", KUBECONFIG: "/etc/kubeconfig" };
  expect(readConfig(given).providerSettings.kubernetes).toEqual({
    ...defaults,
    address: { kubeconfig: "/etc/kubeconfig" },
  });
  const within = { TERRARIUM_PROVIDERS: "kubernetes", KUBERNETES_SERVICE_HOST: "10.96.0.1" };
  expect(readConfig(within).providerSettings.kubernetes).toEqual({ ...defaults, address: { kubeconfig: undefined } });
  const profiled = readConfig({ ...within, TERRARIUM_KUBERNETES_SECCOMP: "terrarium" });
  expect(profiled.providerSettings.kubernetes).toMatchObject({ seccompFolder: "terrarium" });
  const plain = readConfig({ ...within, TERRARIUM_KUBERNETES_OBJECTS: "pods" });
  expect(plain.providerSettings.kubernetes).toMatchObject({ objects: "pods" });
});

test.each([
  ["TERRARIUM_DEVICE_STORAGE_MB", { TERRARIUM_DEVICE_STORAGE_MB: "15" }],
  ["TERRARIUM_SANDBOXES_PER_USER", { TERRARIUM_SANDBOXES_PER_USER: "0" }],
  ["TERRARIUM_DEVICE_MEMORY_MB", { TERRARIUM_DEVICE_MEMORY_MB: "plenty" }],
  ["PORT", { PORT: "http" }],
  ["PORT", { PORT: "65536" }],
  ["PORT", { PORT: "-1" }],
  ["DATABASE_URL", { DATABASE_URL: "mysql://localhost/x" }],
  ["PUBLIC_URL", { PUBLIC_URL: "localhost:3000" }],
  ["TERRARIUM_TRUSTED_PROXIES", { TERRARIUM_TRUSTED_PROXIES: "10.0.0.1,proxy" }],
  ["TERRARIUM_TRUSTED_PROXIES", { TERRARIUM_TRUSTED_PROXIES: "10.0.0.0/33" }],
  ["TERRARIUM_TRUSTED_PROXIES", { TERRARIUM_TRUSTED_PROXIES: "0.0.0.0/0" }],
  ["PUBLIC_URL", { PUBLIC_URL: "https://terrarium.example/console", GITHUB_CLIENT_ID: "a", GITHUB_CLIENT_SECRET: "b" }],
  ["PUBLIC_URL", { PUBLIC_URL: "https://terrarium.example" }],
  ["TERRARIUM_SECRET", { TERRARIUM_SECRET: "short" }],
  ["ALPHA_HOST", { ALPHA_HOST: "https://alpha.example" }],
  ["ALPHA_HOST", { ALPHA_HOST: "alpha.example/console" }],
  ["TERRARIUM_PROVIDERS", { TERRARIUM_PROVIDERS: "embedded,cloud" }],
  ["DOCKER_HOST", { TERRARIUM_PROVIDERS: "docker", DOCKER_HOST: "10.0.0.7" }],
  ["DOCKER_CERT_PATH", { TERRARIUM_PROVIDERS: "docker", DOCKER_HOST: "tcp://10.0.0.7", DOCKER_CERT_PATH: "/none" }],
  ["TERRARIUM_DOCKER_PUBLISH", { TERRARIUM_PROVIDERS: "docker", TERRARIUM_DOCKER_PUBLISH: "everywhere" }],
  ["TERRARIUM_DOCKER_PUBLISH", { TERRARIUM_PROVIDERS: "docker", DOCKER_HOST: "tcp://10.0.0.7" }],
  ["KUBECONFIG", { TERRARIUM_PROVIDERS: "kubernetes" }],
  ["TERRARIUM_KUBERNETES_NAMESPACE", { TERRARIUM_KUBERNETES_NAMESPACE: "Devices" }],
  ["TERRARIUM_KUBERNETES_OBJECTS", { TERRARIUM_KUBERNETES_OBJECTS: "sandboxes" }],
  ["TERRARIUM_TEMPLATES", { TERRARIUM_TEMPLATES: "/none.yaml" }],
  ["SMTP_URL", { SMTP_URL: "https://mail.example" }],
  ["MAIL_FROM", { MAIL_FROM: "nobody" }],
  ["STRIPE_WEBHOOK_SECRET", { STRIPE_SECRET_KEY: "sk_test_1" }],
  ["STRIPE_SECRET_KEY", { STRIPE_WEBHOOK_SECRET: "whsec_1" }],
  ["TERRARIUM_DEVICE_EGRESS", { TERRARIUM_DEVICE_EGRESS: "yes" }],
  ["TERRARIUM_SCREEN_ENCODER", { TERRARIUM_SCREEN_ENCODER: "vp8" }],
  ["TERRARIUM_WEBHOOK_EGRESS", { TERRARIUM_WEBHOOK_EGRESS: "yes" }],
  ["TERRARIUM_STANDBY_DEVICES", { TERRARIUM_STANDBY_DEVICES: "many" }],
  ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
  ["GITHUB_CLIENT_SECRET", { GITHUB_CLIENT_ID: "id" }],
  ["GOOGLE_CLIENT_ID", { GOOGLE_CLIENT_SECRET: "secret" }],
  ["HOST", { HOST: "0.0.0.0" }],
  ["HOST", { HOST: "192.168.1.5" }],
])("a bad %s stops the start with one line that names it: %j", (name, environment) => {
  expect(() => readConfig(environment)).toThrow(ConfigError);
  expect(() => readConfig(environment)).toThrow(new RegExp(`^${name} [^\n]+$`));
});

test("rejecting a public address explains the required settings", () => {
  expect(() => readConfig({ HOST: "0.0.0.0" })).toThrow(
    /set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET \(or GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET\)/,
  );
});

test("trusts configured proxies, or by default local ones", () => {
  const trusted = (environment: Record<string, string>) => readConfig(environment).trustedProxies;
  expect(trusted({})).toEqual([]);
  expect(trusted({ PUBLIC_URL: "http://localhost:8080" })).toEqual(["127.0.0.0/8", "::1/128"]);
  expect(
    trusted({ PUBLIC_URL: "http://localhost:8080", TERRARIUM_TRUSTED_PROXIES: "10.0.0.7, fd00::/8,192.168.4.0/24" }),
  ).toEqual(["10.0.0.7", "fd00::/8", "192.168.4.0/24"]);
  expect(() => trusted({ TERRARIUM_TRUSTED_PROXIES: "10.0.0.7,proxy.example" })).toThrow('"proxy.example" is none');
});

describe("secrets in files", () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const secret = "0123456789abcdef0123456789abcdef";

  test("are read without the last line break", () => {
    const config = readConfig({
      TERRARIUM_SECRET_FILE: write("secret", `${secret}\n`),
      TERRARIUM_SECRET_PREVIOUS_FILE: write("previous", `${secret}1\n${secret}2\n`),
      DATABASE_URL_FILE: write("database", "postgresql://u:p@host/db\r\n"),
    });
    expect(config).toMatchObject({
      secret,
      previousSecrets: [`${secret}1`, `${secret}2`],
      databaseUrl: "postgresql://u:p@host/db",
    });
  });

  test.each([
    [
      "a missing file",
      () => ({ TERRARIUM_SECRET_FILE: path.join(folder, "none") }),
      /TERRARIUM_SECRET_FILE .*readable file/,
    ],
    ["an empty file", () => ({ SMTP_URL_FILE: write("empty", "\n") }), /SMTP_URL_FILE .* is empty/],
    ["a large file", () => ({ TERRARIUM_SECRET_FILE: write("large", "a".repeat(65_537)) }), /at most 65536 bytes/],
    [
      "a short secret",
      () => ({ TERRARIUM_SECRET_FILE: write("short", "short") }),
      /TERRARIUM_SECRET must have at least 32/,
    ],
    [
      "a value beside a file",
      () => ({ TERRARIUM_SECRET: secret, TERRARIUM_SECRET_FILE: write("both", secret) }),
      /TERRARIUM_SECRET must not be set, since TERRARIUM_SECRET_FILE is/,
    ],
  ])("are refused from %s", (_what, environment, message) => {
    expect(() => readConfig(environment())).toThrow(message);
  });
});
