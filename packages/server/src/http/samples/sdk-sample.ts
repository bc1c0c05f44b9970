import type { Endpoint } from "@terrarium/contract/endpoint";
import { BOX_CALLS, BOX_CHANGES, BOX_GROUPS } from "@terrarium/sdk/box-calls";
import { literalOf } from "./literal.ts";
import type { RequestExample } from "./request-example.ts";

/** Methods of a box by the name of their call, such as `actions.tap`. */
const BOX_METHODS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ...BOX_CHANGES, ...BOX_CALLS }).map(([method, { name }]) => [name, method] as const),
  ...Object.entries(BOX_GROUPS).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(
      ([method, { name }]) => [name, `${group}.${method}`] as const,
    ),
  ),
]);

type Example = Pick<RequestExample, "params" | "query"> & { body: Readonly<Record<string, unknown>> };

/** Returns the arguments of a method, without empty objects. */
const args = (...values: readonly unknown[]): string =>
  values
    .filter((value) => typeof value !== "object" || Object.keys(value ?? {}).length > 0)
    .map((value) => literalOf(value))
    .join(", ");
const without = (name: string, { [name]: _left, ...rest }: Readonly<Record<string, unknown>>) => rest;
const ofWebhook =
  (method: string) =>
  ({ body }: Example) =>
    `webhooks.${method}(${args(body["webhookId"], without("webhookId", body))})`;

/** Other methods of `TerrariumClient`, by the name of their call. */
const CLIENT_METHODS: Readonly<Record<string, (example: Example) => string>> = {
  createBox: ({ body }) => `boxes.create(${args(body)})`,
  createAndroidBox: ({ body }) => `boxes.create(${args({ type: "android", ...body })})`,
  createLinuxBox: ({ body }) => `boxes.create(${args({ type: "linux", ...body })})`,
  listBoxes: ({ query }) => `boxes.list(${args(query)})`,
  getBox: ({ params }) => `boxes.get(${args(params["boxId"])})`,
  createSnapshot: ({ params, body }) => `snapshots.create(${args(params["boxId"], body)})`,
  listSnapshots: ({ query }) => `snapshots.list(${args(query)})`,
  getSnapshot: ({ params }) => `snapshots.get(${args(params["snapshotName"])})`,
  deleteSnapshot: ({ params }) => `snapshots.delete(${args(params["snapshotName"])})`,
  getAllTemplates: () => "templates.list()",
  createWebhook: ({ body }) => `webhooks.create(${args(body)})`,
  getWebhooks: ({ body }) => `webhooks.list(${args(body)})`,
  updateWebhook: ofWebhook("update"),
  rotateWebhookSecret: ofWebhook("rotateSecret"),
  deleteWebhook: ofWebhook("delete"),
  testWebhook: ofWebhook("test"),
  getWebhookDeliveries: ofWebhook("deliveries"),
  replayWebhookDelivery: ofWebhook("replay"),
};

/** Methods of a box that send files, by the name of their call. */
const FILE_METHODS: Readonly<Record<string, (example: Example) => string>> = {
  writeBoxFile: ({ body }) => `files.write(${args(body)})`,
  installBoxPackage: () => 'packages.install({ apk: await readFile("app.apk") })',
  createBoxAlbum: ({ body }) => `media.createAlbum({ name: ${args(body["name"])}, ${PHOTO} })`,
  updateBoxAlbum: ({ params }) => `media.updateAlbum({ albumName: ${args(params["albumName"])}, ${PHOTO} })`,
};
const PHOTO = 'media: [new File([await readFile("beach.png")], "beach.png")]';

/** Methods of `GboxClient`'s device, by the name of their call. */
const GBOX_METHODS: Readonly<Record<string, (example: Example) => string>> = {
  click: ({ body: { x, y } }) => `click(${args(x, y)})`,
  scroll: ({ body: { startX, startY, endX, endY } }) => `scroll(${args([startX, startY], [endX, endY])})`,
  drag: ({ body: { startX, startY, endX, endY } }) => `drag(${args([startX, startY], [endX, endY])})`,
  keyPress: ({ body }) => `keypress(${args(body["key"])})`,
  type: ({ body }) => `type(${args(body["text"])})`,
  screenshot: () => "screenshot()",
  deviceScreenSize: () => "getDeviceScreenSize()",
};

/** Returns the sample of a call with the SDK; undefined if the SDK lacks the call. */
export function sdkSample({ name }: Endpoint, { params, query, body = {} }: RequestExample): string | undefined {
  const example = { params, query, body };
  const ofClient = CLIENT_METHODS[name];
  if (ofClient) return script("TerrariumClient", `console.log(await terrarium.${ofClient(example)});`);
  const method = BOX_METHODS.get(name);
  const input = { ...without("boxId", params), ...query, ...body };
  const ofBox = FILE_METHODS[name]?.(example) ?? (method && `${method}(${args(input)})`);
  if (ofBox) {
    const box = `const box = await terrarium.boxes.get(${args(params["boxId"])});`;
    return script("TerrariumClient", `${box}\nconsole.log(await box.${ofBox});`);
  }
  if (name === "createAndroid") return script("GboxClient", "const device = await gbox.initAndroid();");
  const ofGbox = GBOX_METHODS[name];
  if (!ofGbox) return undefined;
  const device = `const device = await gbox.initAndroid(${args(body["uid"])});`;
  return script("GboxClient", `${device}\nconsole.log(await device.${ofGbox(example)});`);
}

function script(client: "TerrariumClient" | "GboxClient", code: string): string {
  const files = code.includes("readFile(") ? 'import { readFile } from "node:fs/promises";\n' : "";
  const variable = client === "GboxClient" ? "gbox" : "terrarium";
  return `${files}import { ${client} } from "@terrarium/sdk";\n\nconst ${variable} = new ${client}(); // TERRARIUM_API_KEY, TERRARIUM_BASE_URL\n${code}`;
}
