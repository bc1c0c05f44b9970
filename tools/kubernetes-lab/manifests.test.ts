import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { describeWhere } from "../../packages/platform/src/testing/describe-where.ts";
import { whyNoHelm } from "../helm.ts";
import { CHART, helm, MANIFESTS, renderChart, renderManifests } from "./manifests.ts";

const parse = (text: string): unknown[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS() as unknown)
    .filter((each) => each !== null);

async function render(values: string): Promise<unknown[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-values-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "values.yaml"), values);
  return parse(await renderChart(path.join(folder, "values.yaml")));
}

/** Returns the manifests of one kind. */
const manifestsOf = (kind: string) =>
  parse(readFileSync(MANIFESTS, "utf8")).filter((each) => (each as { kind: string }).kind === kind);

/** Values that the chart requires. */
const REQUIRED = 'publicUrl: "https://devices.example", trustedProxies: 10.0.0.7';
const POD_RIGHTS = { apiGroups: [""], resources: ["pods"], verbs: ["create", "list", "watch", "patch", "delete"] };
const SANDBOX_RIGHTS = {
  apiGroups: ["agents.x-k8s.io"],
  resources: ["sandboxes"],
  verbs: ["create", "list", "delete"],
};

test("the manifests request rights only for device Pods", () => {
  expect(manifestsOf("ClusterRole").length + manifestsOf("ClusterRoleBinding").length).toBe(0);
  expect(manifestsOf("Role")).toMatchObject([{ rules: [POD_RIGHTS, SANDBOX_RIGHTS] }]);
  expect(manifestsOf("Deployment")).toMatchObject([
    {
      spec: {
        template: {
          spec: {
            securityContext: { runAsNonRoot: true },
            containers: [{ securityContext: { readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } } }],
          },
        },
      },
    },
  ]);
});

test("a stopping server gets time for balancers and its own shutdown", () => {
  const container = { lifecycle: { preStop: { exec: { command: ["sleep", "5"] } } } };
  const spec = { terminationGracePeriodSeconds: 45 + 5, containers: [container] };
  expect(manifestsOf("Deployment")).toMatchObject([{ spec: { template: { spec } } }]);
});

test("the devices' namespace survives its removal from the chart", () => {
  const metadata = { name: "terrarium-devices", annotations: { "helm.sh/resource-policy": "keep" } };
  expect(manifestsOf("Namespace")).toContainEqual(
    expect.objectContaining({ metadata: expect.objectContaining(metadata) }),
  );
});

describeWhere(whyNoHelm(), "the Helm chart", () => {
  test("passes helm lint", async () => {
    expect(await helm("lint", "--strict", CHART, "--values", "deploy/manifests/values.yaml")).toContain(
      "0 chart(s) failed",
    );
  });

  test("renders the manifests", async () => {
    expect(parse(readFileSync(MANIFESTS, "utf8"))).toEqual(parse(await renderManifests()));
  });

  test("renders templates, ingress, providers and settings, omits disabled parts", async () => {
    const rendered = await render(`
publicUrl: https://devices.example
trustedProxies: 10.0.0.7,fd00::7
providers: docker,kubernetes
replicas: 3
image: { repository: registry.example/terrarium, tag: v2, pullSecrets: [registry] }
settings: { LOG_LEVEL: debug }
templates: [{ id: wide, name: Wide, provider: kubernetes, cpu: 1, memory: 512, screen: { width: 360, height: 640, density: 160 } }]
ingress: { enabled: true, className: nginx, host: devices.example, tlsSecretName: tls }
networkPolicies: false
podDisruptionBudget: { enabled: false }
devices: { quota: 0, createNamespace: false, seccomp: terrarium }
nodeSelector: { zone: a }
`);
    const kinds = rendered.map((each) => (each as { kind: string }).kind);
    expect(kinds.toSorted()).toEqual(
      ["ConfigMap", "Deployment", "Ingress", "Role", "RoleBinding", "Service", "ServiceAccount"].toSorted(),
    );
    expect(rendered).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "ConfigMap", data: { "templates.yaml": expect.stringContaining("id: wide") } }),
        expect.objectContaining({ kind: "Ingress", spec: expect.objectContaining({ ingressClassName: "nginx" }) }),
      ]),
    );
    const deployment = rendered.find((each) => (each as { kind: string }).kind === "Deployment");
    expect(deployment).toMatchObject({
      spec: {
        replicas: 3,
        template: {
          spec: {
            nodeSelector: { zone: "a" },
            imagePullSecrets: [{ name: "registry" }],
            containers: [{ image: "registry.example/terrarium:v2" }],
          },
        },
      },
    });
    const text = JSON.stringify(deployment);
    expect(text).toContain('{"name":"LOG_LEVEL","value":"debug"}');
    expect(text).toContain('{"name":"TERRARIUM_TRUSTED_PROXIES","value":"10.0.0.7,fd00::7"}');
    expect(text).toContain('{"name":"TERRARIUM_PROVIDERS","value":"docker,kubernetes"}');
    expect(text).toContain('{"name":"TERRARIUM_KUBERNETES_SECCOMP","value":"terrarium"}');
    expect(text).toContain('{"name":"TERRARIUM_TEMPLATES","value":"/etc/terrarium/templates.yaml"}');
  });

  test.each([
    ["templates", ["[{ id: wide }]", "[{ id: wide }]", "[{ id: high }]"]],
    ["files", ["{ terms.md: Be kind. }", "{ terms.md: Be kind. }", "{ terms.md: Be kinder. }"]],
    ["binaryFiles", ["{ scrcpy-server: UEs= }", "{ scrcpy-server: UEs= }", "{ scrcpy-server: UEsD }"]],
  ])("restarts the servers when their %s change", async (name, values) => {
    const podWith = async (value: string) => {
      const rendered = await render(`{ ${REQUIRED}, ${name}: ${value} }`);
      return rendered.find((each) => (each as { kind: string }).kind === "Deployment");
    };
    const [one, same, other] = await Promise.all(values.map(podWith));
    expect(one).toEqual(same);
    expect(one).not.toEqual(other);
  });

  test("mounts configured files read-only, with and without templates", async () => {
    const files = { "terms.md": "# Terms\n\nBe kind.\n" };
    const binaryData = { "scrcpy-server": "UEsDBA==" };
    const mount = { name: "files", mountPath: "/etc/terrarium", readOnly: true };
    const values = `files: ${JSON.stringify(files)}, binaryFiles: ${JSON.stringify(binaryData)}`;
    for (const [templates, data] of [
      ["[]", files],
      ["[{ id: wide }]", { "templates.yaml": "templates:\n  - id: wide\n", ...files }],
    ] as const) {
      const rendered = await render(`{ ${REQUIRED}, templates: ${templates}, ${values} }`);
      expect(rendered).toContainEqual(expect.objectContaining({ kind: "ConfigMap", data, binaryData }));
      const deployment = rendered.find((each) => (each as { kind: string }).kind === "Deployment");
      expect(deployment).toMatchObject({
        spec: {
          template: {
            spec: {
              containers: [{ volumeMounts: expect.arrayContaining([mount]) }],
              volumes: expect.arrayContaining([{ name: "files", configMap: { name: "terrarium-files" } }]),
            },
          },
        },
      });
    }
  });

  test.each([
    ["pods", [POD_RIGHTS]],
    ["agent-sandbox", [POD_RIGHTS, SANDBOX_RIGHTS]],
  ])("grants rights for the objects that create Pods: %s", async (objects, rules) => {
    const rendered = await render(`{ ${REQUIRED}, devices: { objects: ${objects} } }`);
    expect(rendered).toContainEqual(expect.objectContaining({ kind: "Role", rules }));
    expect(JSON.stringify(rendered)).toContain(`{"name":"TERRARIUM_KUBERNETES_OBJECTS","value":"${objects}"}`);
  });

  test.each([
    ["publicUrl", "trustedProxies: 10.0.0.7", "publicUrl must be the address"],
    ["trustedProxies, without a default", "publicUrl: https://devices.example", "trustedProxies must be the addresses"],
  ])("requires %s", async (_name, values, refusal) => {
    await expect(render(values)).rejects.toThrow(refusal);
  });
});
