import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConfigError } from "@terrarium/platform/base/config-error";
import { afterAll, expect, test } from "vitest";
import { readTemplateFile } from "./template-file.ts";

const folder = mkdtempSync(path.join(tmpdir(), "terrarium-templates-"));
const file = path.join(folder, "templates.yaml");
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string) {
  writeFileSync(file, text);
  return readTemplateFile("TERRARIUM_TEMPLATES", file, ["embedded", "docker", "kubernetes", "adb"]);
}

const GOOD = `templates:
  - id: wide
    name: Wide phone
    provider: embedded
    cpu: 2
    memory: 2048
    screen: { width: 1080, height: 2400, density: 420 }
`;
const WIDE = {
  id: "wide",
  provider: "embedded",
  model: { name: "Wide phone", cpu: 2, memoryMb: 2048, widthPx: 1080, heightPx: 2400, densityDpi: 420 },
  warm: 0,
  writtenAt: expect.any(Number),
};

test("templates are written in YAML or JSON", () => {
  expect(read(GOOD)).toEqual([WIDE]);
  const screen = { width: 1080, height: 2400, density: 420 };
  const template = { id: "wide", name: "Wide phone", provider: "embedded", cpu: 2, memory: 2048, screen };
  expect(read(JSON.stringify({ templates: [template] }))).toEqual([WIDE]);
});

test("an embedded template has a kind, a screen and a standby number", () => {
  const [wide] = read(`${GOOD}    kind: desktop\n    warm: 2\n`);
  expect(wide).toMatchObject({ warm: 2, model: { kind: "desktop", widthPx: 1080 } });
  const [linux] = read(GOOD.replace(/ +screen.*\n/, "    kind: linux\n"));
  expect(linux).toMatchObject({ model: { kind: "linux", memoryMb: 2048 } });
});

test("a template has a description on one line", () => {
  const described = (description: string) =>
    read(GOOD.replace("    name", `    description: ${description}\n    name`));
  expect(described("Tall and dense.")).toMatchObject([{ id: "wide", description: "Tall and dense." }]);
  expect(() => described(`"${String.raw`two\nlines`}"`)).toThrow("must be 1 to 120 characters on one line");
});

test("a container template has an image, processes and a standby number", () => {
  const boxed = GOOD.replace("embedded", "docker").concat(
    "    image: registry.example:5000/phone:1\n    processes: 64\n    warm: 2\n",
  );
  const model = { ...WIDE.model, image: "registry.example:5000/phone:1", maxProcesses: 64 };
  expect(read(boxed)).toEqual([{ ...WIDE, provider: "docker", model, warm: 2 }]);
});

test("a container template has a kind", () => {
  const linux = GOOD.replace(/ +screen.*\n/, "    kind: linux\n");
  for (const provider of ["docker", "kubernetes"])
    expect(read(linux.replace("embedded", provider))).toMatchObject([{ provider, model: { kind: "linux" } }]);
});

const ANDROID = GOOD.replace("embedded", "docker").concat("    image: redroid/redroid:14.0.0-latest\n");

test("a redroid template has boot options and is privileged", () => {
  const [android] = read(`${ANDROID}    redroid: { privileged: true, gpu: host, fps: 60, bootSeconds: 200 }\n`);
  expect(android?.model.redroid).toEqual({
    privileged: true,
    gpu: "host",
    fps: 60,
    memfd: true,
    bootTimeoutMs: 200_000,
    storageMb: 8_192,
  });
});

const IN_A_CLUSTER = GOOD.replace("embedded", "kubernetes");

test("a cluster template has Pod placement and pull options", () => {
  const more = `    image: registry.example/phone:1
    pullPolicy: Always
    pullSecret: registry
    runtimeClass: gvisor
    nodeSelector: { example.com/devices: "yes" }
    tolerations: [{ key: example.com/devices, operator: Exists, effect: NoSchedule }]
    requests: { cpu: 0.1, memory: 128 }
    warm: 2
`;
  const pod = {
    pullPolicy: "Always",
    pullSecret: "registry",
    runtimeClass: "gvisor",
    nodeSelector: { "example.com/devices": "yes" },
    tolerations: [{ key: "example.com/devices", operator: "Exists", effect: "NoSchedule" }],
    requests: { cpu: 0.1, memoryMb: 128 },
  };
  const model = { ...WIDE.model, image: "registry.example/phone:1", pod };
  expect(read(IN_A_CLUSTER + more)).toEqual([{ ...WIDE, provider: "kubernetes", model, warm: 2 }]);
});

test.each([
  ["an unprivileged Android", `${ANDROID}    redroid: {}\n`, "9: templates[0].redroid.privileged must be true"],
  [
    "an Android without its image",
    ANDROID.replace(/ +image.*\n/, "    redroid: { privileged: true }\n"),
    "2: templates[0].image must be an image of redroid",
  ],
  [
    "an Android with a wrong GPU",
    `${ANDROID}    redroid: { privileged: true, gpu: nvidia }\n`,
    "9: templates[0].redroid.gpu must be auto, guest or host",
  ],
  [
    "a selector that is no label",
    `${IN_A_CLUSTER}    nodeSelector: { "a b": c }\n`,
    "8: templates[0].nodeSelector.a b",
  ],
  ["an unknown policy", `${IN_A_CLUSTER}    pullPolicy: always\n`, "8: templates[0].pullPolicy must be one of Always,"],
  [
    "a misspelt toleration",
    `${IN_A_CLUSTER}    tolerations:\n      - { kee: a }\n`,
    "9: templates[0].tolerations[0].kee is not known here",
  ],
  [
    "processes, which Pods have no limit for",
    `${IN_A_CLUSTER}    processes: 64\n`,
    "8: templates[0].processes is not known",
  ],
  [
    "an Android that is a desktop",
    `${ANDROID}    kind: desktop\n    redroid: { privileged: true }\n`,
    "9: templates[0].kind must be phone",
  ],
  [
    "a boxed browser without a screen",
    GOOD.replace("embedded", "docker").replace(/ +screen.*\n/, "    kind: browser\n"),
    "2: templates[0].screen is missing",
  ],
  ["a phone without a screen", GOOD.replace(/ +screen.*\n/, ""), "2: templates[0].screen is missing"],
  [
    "an unknown kind",
    `${GOOD}    kind: windows\n`,
    "8: templates[0].kind must be one of phone, linux, browser, desktop",
  ],
  ["an embedded device with an image", `${GOOD}    image: phone\n`, "8: templates[0].image is not known here"],
  ["a wrong value", GOOD.replace("cpu: 2", "cpu: two"), "5: templates[0].cpu must be a whole number from 1 to 64"],
  ["a missing field", GOOD.replace("    memory: 2048\n", ""), "2: templates[0].memory is missing"],
  [
    "a misspelt field",
    GOOD.replace("memory:", "memroy:").concat("    memory: 2048\n"),
    "6: templates[0].memroy is not known here",
  ],
  [
    "a wrong size",
    GOOD.replace("width: 1080", "width: 10"),
    "7: templates[0].screen.width must be a whole number from 120 to 4096",
  ],
  ["another provider", GOOD.replace("embedded", "cloud"), "4: templates[0].provider must be"],
  ["the same id twice", `${GOOD}${GOOD.split("\n").slice(1).join("\n")}`, '8: templates[1].id "wide" is there twice'],
  ["a missing list", "phones: []\n", "1: templates is missing"],
  ["nothing", "", "1: the file"],
  ["invalid YAML", `${GOOD}  id: [`, "8: "],
  [
    "aliases without end",
    `a: &a [1, 1]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]\ntemplates: [*c, *c]\n`,
    "1: ",
  ],
])("%s stops the start with file, line and field", (_what, text, words) => {
  expect(() => read(text)).toThrow(ConfigError);
  expect(() => read(text)).toThrow(`TERRARIUM_TEMPLATES ${file}:${words}`);
});

test("rejects an unconfigured provider or a missing file", () => {
  writeFileSync(file, GOOD);
  expect(() => readTemplateFile("TERRARIUM_TEMPLATES", file, ["docker"])).toThrow(
    `${file}:4: templates[0].provider embedded is not among TERRARIUM_PROVIDERS`,
  );
  expect(() => readTemplateFile("TERRARIUM_TEMPLATES", path.join(folder, "none"), ["embedded"])).toThrow(
    /cannot be read: ENOENT/,
  );
});

test.each(["configure", "providers"])("accepts the example templates of docs/operate/%s.md", (page) => {
  const text = readFileSync(new URL(`../../../../docs/operate/${page}.md`, import.meta.url), "utf8");
  const examples = [...text.matchAll(/```yaml\n(\s*templates:\n[\s\S]*?)```/g)].map(([, yaml = ""]) => yaml);
  expect(examples).toHaveLength(1);
  expect(() => examples.map(read)).not.toThrow();
});
