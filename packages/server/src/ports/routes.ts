import {
  createBoxPortUrl,
  getBoxPorts,
  PORT_TOKEN,
  portPath,
  setBoxPortVisibility,
} from "@terrarium/contract/box-ports";
import type { DeviceActionService } from "@terrarium/device-control/action-log/service";
import { AppError } from "@terrarium/platform/base/app-error";
import { isLoopbackHost } from "@terrarium/platform/base/loopback-host";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { BoxTokenService } from "../box-tokens/service.ts";
import { requestOrigin } from "../http/request-origin.ts";
import { serve } from "../http/serve.ts";
import { type PortService, portUrl } from "./service.ts";

interface PortRoutes {
  actions: Pick<DeviceActionService, "noting">;
  ports: PortService;
  boxTokens: Pick<BoxTokenService, "issue">;
  publicUrl: URL | undefined;
  portDomain: string | undefined;
}

/** Serves the list of a box's ports, their addresses and their visibility. */
export function registerPortRoutes(app: FastifyInstance, parts: PortRoutes): void {
  const { actions, ports, boxTokens, publicUrl, portDomain } = parts;
  const WRITE = { limit: "write" } as const;

  /** Returns the domain for ports, at the protocol and port of the caller's address; undefined: it has none there. */
  const domainFor = (request: FastifyRequest): URL | undefined => {
    const url = new URL(requestOrigin(request, publicUrl));
    // A browser resolves names below localhost to its own machine.
    if (portDomain === undefined || (portDomain === "localhost" && !isLoopbackHost(url.hostname))) return undefined;
    url.hostname = portDomain;
    return url;
  };

  serve(app, getBoxPorts, async ({ caller, params: { boxId }, request }) => ({
    data: await ports.list(caller, boxId, domainFor(request)),
  }));

  serve(
    app,
    createBoxPortUrl,
    async ({ caller, params: { boxId }, body: { port, expiresIn: expiresInMs }, request }) => {
      const address = { boxId, port };
      await ports.requireSharing(caller, address);
      const domain = domainFor(request);
      if (await ports.isPublic(address)) {
        const url = domain ? portUrl(address, domain).href : requestOrigin(request, publicUrl) + portPath(boxId, port);
        return { url, expiresAt: null };
      }
      if (domain === undefined)
        throw new AppError("not_possible", {
          what: "Opening a private port in a browser",
          detail: "the server has no domain for ports; its operator can set TERRARIUM_PORT_DOMAIN",
        });
      const url = portUrl(address, domain);
      const wish = { rights: ["ports"] as const, ...(expiresInMs !== undefined && { expiresInMs }) };
      const { token, expiresAt } = await actions.noting(caller, boxId, { kind: "port", detail: `link ${port}` }, () =>
        boxTokens.issue(caller, boxId, wish),
      );
      url.searchParams.set(PORT_TOKEN, token);
      return { url: url.href, expiresAt: new Date(expiresAt).toISOString() };
    },
    WRITE,
  );

  serve(
    app,
    setBoxPortVisibility,
    async ({ caller, params: { boxId }, body: { port, visibility } }) => {
      await actions.noting(caller, boxId, { kind: "port", detail: `${visibility} ${port}` }, () =>
        ports.setVisibility(caller, { boxId, port }, visibility),
      );
      return { port, visibility };
    },
    WRITE,
  );
}
