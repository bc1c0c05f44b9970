import * as contract from "@terrarium/contract/box-browser";
import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import type { DeviceActionService } from "@terrarium/device-control/action-log/service";
import type { BoxBrowserService } from "@terrarium/device-control/browser/service";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { BoxTokenService } from "../box-tokens/service.ts";
import { requestOrigin } from "../http/request-origin.ts";
import { empty, serve } from "../http/serve.ts";

interface BoxBrowserRoutes {
  actions: Pick<DeviceActionService, "noting">;
  boxBrowser: BoxBrowserService;
  boxTokens: Pick<BoxTokenService, "issue">;
  publicUrl: URL | undefined;
}

/** Serves actions on a sandbox's browser, and addresses for external control. */
export function registerBoxBrowserRoutes(
  app: FastifyInstance,
  { actions, boxBrowser, boxTokens, publicUrl }: BoxBrowserRoutes,
): void {
  const WRITE = { limit: "write" } as const;

  /** Returns an address that contains its own token, because clients of the protocol accept only an address. */
  async function addressFor(
    caller: Caller,
    boxId: string,
    request: FastifyRequest,
    expiresInMs: number = BROWSER_LIMITS.address.defaultMs,
  ): Promise<string> {
    await boxBrowser.require(caller, boxId);
    const right = "browser";
    const { token } = await actions.noting(caller, boxId, { kind: "link", detail: right }, () =>
      boxTokens.issue(caller, boxId, { rights: [right], expiresInMs }),
    );
    const url = new URL(contract.devToolsPath(boxId), requestOrigin(request, publicUrl).replace(/^http/, "ws"));
    url.searchParams.set(contract.DEV_TOOLS_TOKEN, token);
    return url.href;
  }

  serve(
    app,
    contract.createDevToolsUrl,
    ({ caller, params: { boxId }, body: { expiresIn }, request }) => addressFor(caller, boxId, request, expiresIn),
    WRITE,
  );

  serve(
    app,
    contract.openBrowser,
    async ({ caller, params: { boxId }, body: { maximize, showControls = true, size }, request }) => {
      if (!showControls)
        throw new AppError("not_possible", {
          what: "A browser without buttons to close and resize it",
          detail: "these belong to the browser; `maximize` lets its window fill the screen",
        });
      const cdpUrl = await addressFor(caller, boxId, request);
      const [widthPx = 0, heightPx = 0] = size?.split("x").map(Number) ?? [];
      await boxBrowser.open(caller, boxId, { maximize, size: size === undefined ? undefined : { widthPx, heightPx } });
      return { cdpUrl };
    },
    WRITE,
  );

  serve(app, contract.closeBrowser, ({ caller, params }) => empty(boxBrowser.close(caller, params.boxId)));
  serve(app, contract.listBrowserTabs, async ({ caller, params }) => ({
    data: await boxBrowser.tabs(caller, params.boxId),
  }));
  serve(app, contract.openBrowserTab, ({ caller, params, body }) => boxBrowser.openTab(caller, params.boxId, body.url));
  serve(app, contract.updateBrowserTab, ({ caller, params, body }) =>
    boxBrowser.updateTab(caller, params.boxId, params.tabId, body.url),
  );
  serve(app, contract.switchBrowserTab, ({ caller, params }) =>
    boxBrowser.switchTab(caller, params.boxId, params.tabId),
  );
  serve(app, contract.closeBrowserTab, async ({ caller, params }) => {
    await boxBrowser.closeTab(caller, params.boxId, params.tabId);
    return { message: `Tab ${params.tabId} was closed` };
  });
}
