import { createBoxPortUrl } from "@terrarium/contract/box-ports";
import type { Box as BoxFields } from "@terrarium/contract/boxes";
import { bindCalls, type CallOptions, type CallTable, type Method, type Methods } from "./bind.ts";
import { BOX_CALLS, BOX_CHANGES, BOX_GROUPS } from "./box-calls.ts";
import { commandStreams } from "./commands.ts";
import { fileTransfers } from "./files.ts";
import type { HttpClient } from "./http-client.ts";
import { mediaUploads } from "./media.ts";
import { packageInstallation } from "./packages.ts";
import { screenWaits } from "./wait-for.ts";

type Parameters<M> = M extends (...parameters: infer P) => unknown ? P : never;

type Changes = {
  readonly [Name in keyof typeof BOX_CHANGES]: (
    ...parameters: Parameters<Method<(typeof BOX_CHANGES)[Name]>>
  ) => Promise<Box>;
};
type GroupName = keyof typeof BOX_GROUPS;

/** Methods of the groups beyond the calls of the contract. */
const MORE = {
  actions: screenWaits,
  commands: commandStreams,
  files: fileTransfers,
  media: mediaUploads,
  packages: packageInstallation,
} satisfies {
  [Name in GroupName]?: (http: HttpClient, boxId: string) => object;
};

type Groups = {
  readonly [Name in GroupName]: Methods<(typeof BOX_GROUPS)[Name]> &
    (Name extends keyof typeof MORE ? ReturnType<(typeof MORE)[Name]> : unknown);
};

/**
 * A box: its fields from the server's latest response, and its methods. With `await using` it is ended at the end of
 * its block. Every method rejects with TerrariumError if its call fails.
 */
export interface Box extends BoxFields, Changes, Methods<typeof BOX_CALLS>, Groups, AsyncDisposable {
  /**
   * Returns an address that opens a port's server in a browser. The address of a private port has a token and works for
   * `expiresIn` (default: 180m).
   */
  portUrl(port: number, options?: { expiresIn?: string } & CallOptions): Promise<string>;
}

/** Some platforms do not have the symbol yet. */
const ASYNC_DISPOSE = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

/** Returns a box with these fields. Only the fields are enumerable, so a box prints as its fields. */
export function makeBox(http: HttpClient, fields: BoxFields): Box {
  const known = { boxId: fields.id };
  const calls = bindCalls(http, BOX_CALLS, known);
  const box = Object.defineProperties(
    { ...fields },
    {
      ...hidden(calls),
      portUrl: {
        value: async (port: number, { expiresIn, ...options }: { expiresIn?: string } & CallOptions = {}) =>
          (
            await http.call(createBoxPortUrl, {
              params: known,
              body: { port, ...(expiresIn !== undefined && { expiresIn }) },
              ...options,
            })
          ).url,
      },
      [ASYNC_DISPOSE]: { value: () => calls.terminate() },
      ...Object.fromEntries(
        Object.keys(BOX_GROUPS).map((name) => [name, { get: () => makeGroup(http, name as GroupName, fields.id) }]),
      ),
    },
  ) as Box;
  const changes = Object.entries(bindCalls(http, BOX_CHANGES as CallTable, known)).map(([name, change]) => [
    name,
    async (...given: Parameters<typeof change>) => Object.assign(box, await change(...given)),
  ]);
  return Object.defineProperties(box, hidden(Object.fromEntries(changes) as object));
}

const makeGroup = (http: HttpClient, name: GroupName, boxId: string): object => ({
  ...bindCalls(http, BOX_GROUPS[name], { boxId }),
  ...(name in MORE ? MORE[name as keyof typeof MORE](http, boxId) : {}),
});

const hidden = (methods: object): PropertyDescriptorMap =>
  Object.fromEntries(Object.entries(methods).map(([name, value]) => [name, { value: value as unknown }]));
