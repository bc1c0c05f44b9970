import { createBoxToken, createLiveViewUrl, createWebTerminalUrl } from "@terrarium/contract/box-links";
import { linkUrls } from "@terrarium/contract/proxy";
import type { FastifyInstance } from "fastify";
import type { BoxTokenService } from "../box-tokens/service.ts";
import { requestOrigin } from "../http/request-origin.ts";
import { serve } from "../http/serve.ts";

interface BoxLinkRoutes {
  boxTokens: Pick<BoxTokenService, "issue">;
  publicUrl: URL | undefined;
}

/** Serves what lets others in to one sandbox: tokens, and pages whose address holds one. */
export function registerBoxLinkRoutes(app: FastifyInstance, { boxTokens, publicUrl }: BoxLinkRoutes): void {
  const WRITE = { limit: "write" } as const;

  serve(
    app,
    createBoxToken,
    async ({ caller, params: { boxId }, body: { rights, expiresIn: expiresInMs } }) => {
      const made = await boxTokens.issue(caller, boxId, { rights, expiresInMs });
      return { ...made, expiresAt: new Date(made.expiresAt).toISOString() };
    },
    WRITE,
  );

  serve(
    app,
    createLiveViewUrl,
    async ({ caller, params: { boxId }, body: { rights, expiresIn: expiresInMs }, request }) => {
      const { token } = await boxTokens.issue(caller, boxId, { rights, expiresInMs });
      const { screen: url, rawScreen: rawUrl } = linkUrls(requestOrigin(request, publicUrl), boxId, { token, rights });
      return { url, rawUrl };
    },
    WRITE,
  );

  serve(
    app,
    createWebTerminalUrl,
    async ({ caller, params: { boxId }, body: { expiresIn: expiresInMs }, request }) => {
      const rights = "drive";
      const { token } = await boxTokens.issue(caller, boxId, { rights, expiresInMs });
      return { url: linkUrls(requestOrigin(request, publicUrl), boxId, { token, rights }).shell };
    },
    WRITE,
  );
}
