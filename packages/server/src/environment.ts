import { isIP } from "node:net";
import { SANDBOXES_PER_USER } from "@terrarium/contract/limits";
import { ALL_PROVIDERS } from "@terrarium/device-providers/all-providers";
import { megabytes } from "@terrarium/device-providers/megabytes";
import { EGRESS_MODES } from "@terrarium/egress/egress";
import { SCREEN_ENCODERS } from "@terrarium/scrcpy/screen-encoders";
import { z } from "zod";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const MIN_SECRET_CHARS = 32;

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const egress = z.enum(EGRESS_MODES, `must be one of ${EGRESS_MODES.join(", ")}`);

const PROVIDER_NAMES = ALL_PROVIDERS.map(({ name }) => name);
const Provider = z.enum(PROVIDER_NAMES, `must list some of ${PROVIDER_NAMES.join(", ")}`);

/**
 * The environment variables of the server; `definition.ts` of a provider has those of that provider. The metadata of
 * each variable is its entry in the documentation (`/docs/reference/settings`), in Markdown with links from that page:
 *
 * - `description`: its meaning
 * - `form`: the form of its value, if it is not plain text or one of several words
 * - `usual`: its value if it is not set, if the schema has no default
 */
export const Environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number from 0 to 65535")
    .transform(Number)
    .refine((port) => port <= 65_535, "must be a port number from 0 to 65535")
    .default(3000)
    .meta({ description: "port that the server listens on", form: "number" }),
  HOST: z.string().min(1).default("127.0.0.1").describe("address that the server listens on"),
  TERRARIUM_DATA_DIR: z.string().min(1).default(".terrarium").meta({
    description:
      "folder of the database, the secret, the embedded devices, and the folder `outbox`. That folder keeps mail while `SMTP_URL` is not set, and is never emptied",
    form: "path",
  }),
  // Not z.url(), because PostgreSQL accepts an address without a host, for a unix socket.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, "must be an address such as postgresql://user:password@host/database")
    .optional()
    .meta({
      description:
        "PostgreSQL 15 or newer instead of SQLite; several servers can share it ([Several servers](../operate/replicas.md))",
      form: "address, `postgresql://…`",
      usual: "SQLite in the data directory",
      isSecret: true,
    }),
  PUBLIC_URL: httpUrl
    .refine((url) => new URL(url).pathname === "/", "must be an origin, without a path")
    .optional()
    .meta({ description: "public address, behind a proxy", form: "address, `https://…`" }),
  TERRARIUM_PORT_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^(?=.{1,200}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, "must be a domain name")
    .refine((domain) => isIP(domain) === 0, "must be a domain name")
    .optional()
    .meta({
      description:
        "domain with a wildcard DNS entry and certificate for this server: `https://8080-sbx_….DOMAIN` then reaches [port 8080 of a box](../guide/ports.md). Use a domain apart from the console's",
      form: "domain, `boxes.example.net`",
      usual: "`localhost` while the console is on this machine, else none",
    }),
  TERRARIUM_TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(",").map((entry) => entry.trim()))
    .superRefine((entries, context) => {
      const bad = entries.find((entry) => !isAddressBlock(entry));
      if (bad !== undefined) {
        const remedy = "must list addresses or address blocks, such as 10.0.0.7,192.168.4.0/24";
        context.addIssue({ code: "custom", message: `${remedy}: "${bad}" is none` });
      }
    })
    .optional()
    .meta({
      description:
        "addresses or address blocks of proxies, such as `10.0.0.7,192.168.4.0/24`, whose `X-Forwarded-For`, `-Proto` and `-Host` are trusted. All callers behind any other proxy share one rate limit",
      form: "list, separated by commas",
      usual: "this machine if `PUBLIC_URL` is set, else none",
    }),
  TERRARIUM_SECRET: z
    .string()
    .min(MIN_SECRET_CHARS, `must have at least ${MIN_SECRET_CHARS} characters`)
    .optional()
    .meta({
      description:
        "encrypts stored API keys, invite codes, webhook secrets and device keys. **Keep it [with your backups](../operate/backup.md): it cannot be recovered.** [It can be changed](../operate/security.md#change-the-secret). Always set it in a container or Pod",
      form: `text of at least ${MIN_SECRET_CHARS} characters`,
      usual: "generated, kept in the data directory",
      isSecret: true,
    }),
  TERRARIUM_SECRET_PREVIOUS: z
    .string()
    .transform((list) =>
      list
        .split("\n")
        .map((secret) => secret.trim())
        .filter((secret) => secret !== ""),
    )
    .refine((secrets) => secrets.every(({ length }) => length >= MIN_SECRET_CHARS), {
      error: `must have at least ${MIN_SECRET_CHARS} characters on each line`,
    })
    .optional()
    .meta({
      description:
        "an earlier `TERRARIUM_SECRET`, while [the secret changes](../operate/security.md#change-the-secret). The server still reads what it encrypted, and encrypts it again",
      form: "text; several on lines of their own",
      isSecret: true,
    }),
  GITHUB_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      "GitHub sign-in: client id of an OAuth app with the callback URL `PUBLIC_URL/logining/github`. Outside of loopback, GitHub or Google is required",
    ),
  GITHUB_CLIENT_SECRET: z.string().optional().meta({ description: "secret of that OAuth app", isSecret: true }),
  GOOGLE_CLIENT_ID: z
    .string()
    .optional()
    .describe("Google sign-in: id of an OAuth client with the redirect URI `PUBLIC_URL/logining/google`"),
  GOOGLE_CLIENT_SECRET: z.string().optional().meta({ description: "secret of that OAuth client", isSecret: true }),
  ALPHA_HOST: z
    .string()
    .toLowerCase()
    .refine((host) => URL.canParse(`http://${host}`) && new URL(`http://${host}`).host === host, {
      error: "must be a host name, or host:port",
    })
    .optional()
    .meta({
      description: "host that requires an invite code; `npm run invite-code -- --uses 5 --expires 30d` makes one",
      form: "host or `host:port`",
    }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an address such as smtp://user:password@host:587" })
    .optional()
    .meta({
      description:
        "SMTP server. Without it, mail is written to `outbox` in the data directory. Mail that is refused for three days is dropped",
      form: "address, `smtp://…`",
      isSecret: true,
    }),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>"\r\n]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, "must be an address, or Name <address>")
    .optional()
    .meta({
      description: "sender of mail",
      form: "`Name <address>`",
      usual: "`Terrarium <noreply@HOST>` with the host of `PUBLIC_URL`",
    }),
  STRIPE_SECRET_KEY: z.string().optional().meta({
    description:
      "payments for the Pro plan and due invoices. Save the settings of Stripe's customer portal once, so that users can cancel there",
    isSecret: true,
  }),
  STRIPE_WEBHOOK_SECRET: z.string().optional().meta({
    description:
      "secret of Stripe's webhook. Add the webhook `/api/v1/billing/stripe_webhook` for `checkout.session.completed`, `customer.subscription.updated` and `.deleted`, `invoice.paid` and `invoice.payment_failed`",
    isSecret: true,
  }),
  TERRARIUM_PROVIDERS: z
    .string()
    .default("embedded")
    .transform((list) => [...new Set(list.split(",").map((name) => name.trim()))])
    .pipe(z.tuple([Provider], Provider))
    .meta({
      description:
        "[where devices run](../operate/providers.md). The first provider runs the built-in templates (Phone, Large phone, Short phone, Small phone, Tablet, Linux, Browser, Desktop; with `adb` only Phone)",
      form: `list of ${PROVIDER_NAMES.map((name) => `\`${name}\``).join(", ")}, separated by commas`,
      usual: "`embedded`",
    }),
  TERRARIUM_TEMPLATES: z.string().optional().meta({
    description: "YAML or JSON file with [your own templates](../operate/configure.md#offer-your-own-templates)",
    form: "path",
  }),
  TERRARIUM_SCRCPY_SERVER: z.string().optional().meta({
    description:
      "the [scrcpy server](../operate/providers.md#video-of-real-android), 3.3.1 to 3.3.4, for real Android devices. Without it, their screens are images",
    form: "path",
  }),
  TERRARIUM_DEVICE_EGRESS: egress
    .default("off")
    .describe(
      "network access of devices: `off` none; `public` the internet without private, loopback, link-local and metadata addresses; `all` everything that this machine reaches, and the machine itself as 10.0.2.2 ([loopback of devices](../internals/decisions/0128-device-loopback.md))",
    ),
  TERRARIUM_WEBHOOK_EGRESS: egress
    .default("public")
    .describe(
      "webhook destinations: `off` none; `public` https addresses on the internet, without private, loopback, link-local and metadata addresses; `all` everything that this machine reaches",
    ),
  TERRARIUM_DEVICE_CLOCK: z.iso
    .datetime({ offset: true, error: "must be a time such as 2026-03-04T09:41:00Z" })
    .optional()
    .meta({ description: "fixed time of day of phones, for tests", form: "time, `2026-03-04T09:41:00Z`" }),
  TERRARIUM_STANDBY_DEVICES: z
    .string()
    .regex(/^\d$/, "must be a number from 0 to 9")
    .transform(Number)
    .default(1)
    .meta({
      description:
        "started devices of the default template that wait for the next sandboxes, about 70 MB each. Embedded standby devices stop below 1 GB of free memory",
      form: "number, 0 to 9",
    }),
  TERRARIUM_SANDBOXES_PER_USER: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "must be a number from 1 to 999999")
    .transform(Number)
    .default(SANDBOXES_PER_USER)
    .meta({
      description:
        "sandboxes that one person may have at once, running or stopped, over all teams on the Hobby plan. Sandboxes of Pro teams do not count",
      form: "number, 1 to 999,999",
    }),
  TERRARIUM_DEVICE_STORAGE_MB: megabytes(16, 512).meta({
    description:
      "storage limit of a device. The data directory needs this space for each embedded device: the server allocates it for Linux sandboxes, counts it for phones, and refuses devices without space",
    form: "number of megabytes",
  }),
  TERRARIUM_SCREEN_ENCODER: z
    .enum(SCREEN_ENCODERS, `must be one of ${SCREEN_ENCODERS.join(", ")}`)
    .optional()
    .meta({
      description:
        "encoder of devices' screens: `openh264`, which needs Debian's `libopenh264` where the device runs; `x264`; or `auto`, the default: OpenH264 where it is installed, and x264 elsewhere",
      form: SCREEN_ENCODERS.join(", "),
    }),
  TERRARIUM_TERMS_FILE: z.string().optional().meta({
    description:
      "Markdown file with your terms of service, shown at `/terms`. Without it, the page says that none are published",
    form: "path",
  }),
  TERRARIUM_PRIVACY_FILE: z
    .string()
    .optional()
    .meta({ description: "the same for your privacy policy, shown at `/privacy`", form: "path" }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional().meta({
    description: "collector of [traces](../operate/monitor.md#traces), such as `http://localhost:4318`",
    form: "address, `http://…`",
  }),
  /** Read by OpenTelemetry's exporter. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .meta({ description: "headers for that collector", form: "`name=value`, separated by commas" }),
  OTEL_SERVICE_NAME: z.string().default("terrarium").describe("service name of traces"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, "must be a share from 0 to 1, such as 0.1")
    .transform(Number)
    .default(1)
    .meta({ description: "share of requests that are traced", form: "number, 0 to 1" }),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`)
    .default("info")
    .describe("level of the JSON log on standard error"),
  NODE_ENV: z
    .string()
    .optional()
    .describe("`test` makes the server check its responses against the contract. For tests of the server"),
});
export type Environment = z.infer<typeof Environment>;

/** Whether it is an IP address, optionally with a prefix length: 10.0.0.0/8, fd00::/8. */
function isAddressBlock(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
