import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { describeWhere } from "../../packages/platform/src/testing/describe-where.ts";
import { whyNoHelm } from "../helm.ts";
import { CHART, helm } from "./manifests.ts";

const LARGE = 20_240_101;
/** Values that enable parts of the chart, and values that contain a structure. */
const SWITCHES = ["ingress.enabled", "podDisruptionBudget.enabled", "devices.createNamespace", "networkPolicies"];
/** Maps of strings, filled by operators. */
const MAPS = [
  "settings.N",
  "files.n",
  "binaryFiles.n",
  "nodeSelector.n",
  "ingress.annotations.n",
  "image.pullSecrets[0]",
];
const NUMBERS = ["replicas", "devices.quota", "devices.storageMb", "service.port", "podDisruptionBudget.minAvailable"];

/** Returns the paths of the chart's values that contain one string, number or switch. */
function scalarPaths(values: unknown, at = ""): string[] {
  if (typeof values !== "object" || values === null) return [at];
  if (Array.isArray(values)) return [];
  return Object.entries(values).flatMap(([name, value]) => scalarPaths(value, at === "" ? name : `${at}.${name}`));
}

const PATHS = [
  ...scalarPaths(parse(readFileSync(path.join(CHART, "values.yaml"), "utf8"))).filter(
    (at) => !SWITCHES.includes(at) && !at.startsWith("resources.") && !at.startsWith("ingress.annotations."),
  ),
  ...MAPS,
];

/** Renders the chart with one value at these paths, set with one of helm's options. */
async function render(option: string, paths: readonly string[], value: number): Promise<string> {
  const isOn = SWITCHES.flatMap((at) => ["--set", `${at}=true`]);
  const required = ["publicUrl=https://a.example", "trustedProxies=127.0.0.1", "ingress.host=a.example"];
  const given = paths.flatMap((at) => [option, `${at}=${value}`]);
  return helm("template", "terrarium", CHART, ...isOn, ...required.flatMap((each) => ["--set", each]), ...given);
}

/** Returns every value of a manifest, with its path. */
function leaves(value: unknown, at = ""): [path: string, value: unknown][] {
  if (typeof value !== "object" || value === null) return [[at, value]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${at}.${name}`));
}

/** Fields of a manifest in which Kubernetes accepts only strings. */
const IS_TEXT = /\.(?:labels|annotations|matchLabels|nodeSelector|data|binaryData|hard)\.|\.(?:name|namespace|value)$/;

const rendered = (text: string) => parseAllDocuments(text).flatMap((document) => leaves(document.toJS()));

describeWhere(whyNoHelm(), "the Helm chart", () => {
  // Helm reads values of a file as floats, and those of --set as integers.
  test.each(["--set", "--set-json", "--set-string"])("writes large numbers of %s in digits", async (option) => {
    const text = await render(option, PATHS, LARGE);
    expect(text).not.toMatch(/e\+\d|%!/);
    const all = rendered(text);
    expect(all.filter(([at, value]) => IS_TEXT.test(at) && typeof value !== "string")).toEqual([]);
    const count = all.filter(([, value]) => String(value).includes(String(LARGE))).length;
    expect(count).toBeGreaterThanOrEqual(PATHS.length);
    for (const at of [".spec.replicas", ".spec.ports.0.port", ".spec.minAvailable"])
      expect(all).toContainEqual([at, LARGE]);
    expect(all).toContainEqual([".spec.template.spec.containers.0.image", `${LARGE}:${LARGE}`]);
  });

  test.each(["--set", "--set-json", "--set-string"])("accepts zeros of %s", async (option) => {
    const text = await render(option, [...NUMBERS, ...MAPS, "image.tag"], 0);
    const all = rendered(text);
    expect(all.filter(([at, value]) => IS_TEXT.test(at) && typeof value !== "string")).toEqual([]);
    expect(all).toContainEqual([".spec.replicas", 0]);
    expect(all).toContainEqual([".spec.template.spec.containers.0.image", "terrarium/server:0"]);
    expect(text).not.toContain("ResourceQuota");
  });
});
