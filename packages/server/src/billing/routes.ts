import { downloadInvoice, getBilling, managePlan, stripeWebhook, upgradeToPro } from "@terrarium/contract/billing";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { asDownload } from "../http/csv.ts";
import { requestOrigin } from "../http/request-origin.ts";
import { serve } from "../http/serve.ts";
import type { BillingService } from "./service.ts";

interface BillingRoutes {
  billing: BillingService;
  publicUrl: URL | undefined;
}

export function registerBillingRoutes(app: FastifyInstance, { billing, publicUrl }: BillingRoutes): void {
  serve(app, getBilling, ({ caller, body }) => billing.get(caller, body.organizationId));
  serve(app, downloadInvoice, async ({ caller, body, reply }) => {
    const document = await billing.renderInvoice(caller, body.organizationId, body.invoiceId);
    asDownload(reply, "application/pdf", `${body.invoiceId}.pdf`);
    return document;
  });
  const returnUrl = (request: FastifyRequest) => new URL("/billing", requestOrigin(request, publicUrl)).href;
  serve(
    app,
    upgradeToPro,
    async ({ caller, body, request }) => ({
      url: await billing.upgrade(caller, body.organizationId, returnUrl(request)),
    }),
    { limit: "write" },
  );
  serve(
    app,
    managePlan,
    async ({ caller, body, request }) => ({
      url: await billing.managePlan(caller, body.organizationId, returnUrl(request)),
    }),
    { limit: "write" },
  );

  void app.register(async (scope) => {
    // Keeps the raw bytes of the body, because the signature covers them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    serve(
      scope,
      stripeWebhook,
      async ({ request }) => {
        const signature = request.headers["stripe-signature"];
        if (!Buffer.isBuffer(request.body)) throw new AppError("webhook_refused");
        await billing.applyWebhook(request.body, typeof signature === "string" ? signature : undefined);
        return {};
      },
      { limit: "write" },
    );
  });
}
