import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

interface FakeInvoice {
  id: string;
  object: "invoice";
  /** Epoch seconds. */
  created: number;
  status: "draft" | "open" | "paid";
  total: number;
  metadata: Record<string, string>;
}

/**
 * For tests: the part of Stripe's API that collects an invoice, with idempotency keys as described by docs.stripe.com.
 */
export interface FakeStripe {
  api: { protocol: "http"; host: string; port: number };
  invoices: FakeInvoice[];
  /** Amount of each charge, in cents. */
  charges: number[];
  /** Epoch milliseconds. */
  now: number;
  /** POST paths with a lost response, though the request is executed. */
  losing: Set<string>;
  /** Whether the card is declined. */
  refuses: boolean;
  /** Runs before the response of a request and delays it: for tests that control the order of requests. */
  before(method: string, path: string): Promise<void>;
  /** Drops the keys, as after a day. */
  forgetKeys(): void;
  close(): void;
}

export async function startFakeStripe(): Promise<FakeStripe> {
  const answers = new Map<string, { status: number; body: object }>();
  const { invoices, charges, losing } = {
    invoices: [] as FakeInvoice[],
    charges: [] as number[],
    losing: new Set<string>(),
  };

  const act = (method: string, url: URL, form: URLSearchParams): { status: number; body: object } => {
    const { pathname: path, searchParams } = url;
    const ok = (body: object) => ({ status: 200, body });
    const [, , kind, id, action] = path.split("/");
    if (kind === "subscriptions")
      return ok({ id, object: "subscription", customer: "cus_1", default_payment_method: "pm_1" });
    if (kind === "invoices" && method === "GET") {
      const since = Number(searchParams.get("created[gte]"));
      const data = invoices.filter(({ created }) => created >= since);
      return ok({ object: "list", has_more: false, data });
    }
    if (kind === "invoices" && id === undefined) {
      const metadata = Object.fromEntries(
        ["organizationId", "terrariumInvoiceId"].map((key) => [key, form.get(`metadata[${key}]`) ?? ""]),
      );
      const created = Math.floor(fake.now / 1_000);
      const about = { id: `in_${invoices.length}`, object: "invoice", created, metadata } as const;
      const invoice = { ...about, status: "draft", total: 0 } as const;
      invoices.push({ ...invoice });
      return ok(invoice);
    }
    const invoice = invoices.find((each) => each.id === (id ?? form.get("invoice")));
    if (!invoice) return { status: 404, body: { error: { message: `no ${path}` } } };
    if (kind === "invoiceitems") invoice.total += Number(form.get("amount"));
    else if (action === "finalize") invoice.status = "open";
    else if (fake.refuses)
      return { status: 402, body: { error: { type: "card_error", message: "Your card was declined." } } };
    else {
      invoice.status = "paid";
      charges.push(invoice.total);
    }
    return ok(invoice);
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const url = new URL(request.url ?? "", "http://stripe");
    await fake.before(request.method ?? "", url.pathname);
    const key = request.headers["idempotency-key"];
    const known = typeof key === "string" ? answers.get(key) : undefined;
    const { status, body } = structuredClone(known ?? act(request.method ?? "", url, new URLSearchParams(text)));
    if (typeof key === "string") answers.set(key, { status, body });
    if (request.method === "POST" && losing.has(url.pathname)) request.socket.destroy();
    else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void respond(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const fake: FakeStripe = {
    api: { protocol: "http", host: "127.0.0.1", port: address.port },
    invoices,
    charges,
    now: Date.now(),
    losing,
    refuses: false,
    before: async () => {},
    forgetKeys: () => answers.clear(),
    close: () => void server.close(),
  };
  return fake;
}
