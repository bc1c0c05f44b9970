import { withoutPrototype } from "@terrarium/phone-shell/without-prototype";
import type { HelperIntent } from "@terrarium/phone-system/helper-programs";
import type { Intent } from "@terrarium/phone-system/system-ui";
import type { Arguments } from "../arguments.ts";
import { illegalArgument, JavaException } from "../java-exception.ts";

/** An intent in the form of a command line (AOSP Intent.parseCommandArgs). */
export interface IntentArguments {
  action?: string;
  dataUri?: string;
  mimeType?: string;
  identifier?: string;
  categories: string[];
  component?: string;
  packageName?: string;
  flags: number;
  extras: Record<string, string>;
}

const NEW_TASK_FLAG = 0x10000000;
const MAIN_ACTION = "android.intent.action.MAIN";
const LAUNCHER_CATEGORY = "android.intent.category.LAUNCHER";

/** Forms of the extras that are not strings, by option. */
const EXTRA_FORMS: Readonly<Record<string, RegExp>> = {
  "--ei": /^[-+]?(\d+|0x[\da-f]+)$/i,
  "--el": /^[-+]?\d+$/,
  "--ef": /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?f?$/i,
  "--ed": /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i,
  "--ez": /^(true|false|t|f|1|0|\d+)$/i,
};
const TEXT_EXTRAS = new Set([
  "-e",
  "--es",
  "--eu",
  "--ecn",
  "--esa",
  "--esal",
  "--eia",
  "--eial",
  "--ela",
  "--elal",
  "--efa",
  "--efal",
  "--eda",
  "--edal",
]);
const FLAG_OPTION = /^--(grant-|debug-|exclude-|include-|activity-|receiver-)[a-z-]+$/;

/**
 * Reads the options and the operand of an intent. `take` gets each option first and returns true if the option is its
 * command's own.
 */
export function parseIntent(args: Arguments, take: (option: string) => boolean): IntentArguments {
  const intent: IntentArguments = { categories: [], flags: 0, extras: withoutPrototype() };
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (!take(option) && !takeIntentOption(intent, option, args)) {
      throw illegalArgument(`Unknown option: ${option}`);
    }
  }
  const operand = args.next();
  if (operand !== undefined) takeOperand(intent, operand);
  if (!saysWhat(intent)) throw illegalArgument("No intent supplied");
  return intent;
}

function saysWhat({ action, dataUri, mimeType, component, packageName, categories }: IntentArguments): boolean {
  return [action, dataUri, mimeType, component, packageName, categories[0]].some((part) => part !== undefined);
}

function takeIntentOption(intent: IntentArguments, option: string, args: Arguments): boolean {
  const value = () => args.require(option);
  const numbered = EXTRA_FORMS[option];
  if (numbered || TEXT_EXTRAS.has(option)) takeExtra(intent, option, numbered, args);
  else if (option === "--esn") intent.extras[value()] = "";
  else if (option === "-a") intent.action = value();
  else if (option === "-d") intent.dataUri = value();
  else if (option === "-t") intent.mimeType = value();
  else if (option === "-i") intent.identifier = value();
  else if (option === "-c") intent.categories.push(value());
  else if (option === "-n") intent.component = componentName(value());
  else if (option === "-p") intent.packageName = value();
  else if (option === "-f") intent.flags = flagsOf(value());
  else if (!FLAG_OPTION.test(option) && option !== "--selector") return false;
  return true;
}

function takeExtra(intent: IntentArguments, option: string, form: RegExp | undefined, args: Arguments): void {
  const name = args.require(option);
  const value = args.require(option);
  if (form && !form.test(value))
    throw option === "--ez"
      ? illegalArgument(`Invalid boolean value: ${value}`)
      : new JavaException("java.lang.NumberFormatException", `For input string: "${value}"`);
  intent.extras[name] = option === "--ez" ? String(/^(true|t|[1-9]\d*)$/i.test(value)) : value;
}

function flagsOf(text: string): number {
  const flags = Number(text);
  if (text.trim() === "" || !Number.isInteger(flags))
    throw new JavaException("java.lang.NumberFormatException", `For input string: "${text}"`);
  return flags;
}

/** Sets the URI, the component or the package, depending on the operand's form. */
function takeOperand(intent: IntentArguments, operand: string): void {
  if (operand.includes(":")) {
    intent.dataUri ??= operand;
    intent.action ??= "android.intent.action.VIEW";
  } else if (operand.includes("/")) {
    intent.component = componentName(operand);
  } else {
    intent.packageName = operand;
    intent.action ??= MAIN_ACTION;
    if (intent.categories.length === 0) intent.categories.push(LAUNCHER_CATEGORY);
  }
}

/** Shortens a component as Android does: `a.b/.C` and `a.b/a.b.C` are the same. Throws on anything else. */
function componentName(text: string): string {
  const match = /^([^/]+)\/(.+)$/.exec(text);
  const [, packageName = "", className = ""] = match ?? [];
  if (!match) throw illegalArgument(`Bad component name: ${text}`);
  const prefix = `${packageName}.`;
  return className.startsWith(prefix)
    ? `${packageName}/.${className.slice(prefix.length)}`
    : `${packageName}/${className}`;
}

/** Expands a component: `a.b/.C` → `a.b/a.b.C`. */
export function fullComponentName(component: string): string {
  const [packageName = "", className = ""] = component.split("/");
  return `${packageName}/${className.startsWith(".") ? `${packageName}${className}` : className}`;
}

/** Formats the intent as `am start` prints it (AOSP Intent.toString). */
export function describeIntent(intent: IntentArguments, started = true): string {
  const { action, categories, identifier, dataUri, mimeType, packageName, component, extras } = intent;
  const flags = intent.flags | (started ? NEW_TASK_FLAG : 0);
  const parts = [
    action !== undefined && `act=${action}`,
    categories.length > 0 && `cat=[${categories.join(",")}]`,
    identifier !== undefined && `id=${identifier}`,
    dataUri !== undefined && `dat=${safeUri(dataUri)}`,
    mimeType !== undefined && `typ=${mimeType}`,
    flags !== 0 && `flg=0x${flags.toString(16)}`,
    packageName !== undefined && `pkg=${packageName}`,
    component !== undefined && `cmp=${component}`,
    Object.keys(extras).length > 0 && "(has extras)",
  ];
  return `Intent { ${parts.filter((part) => part !== false).join(" ")} }`;
}

/** Shortens an address as Uri.toSafeString does. */
function safeUri(uri: string): string {
  const web = /^(https?|ftp|rtsp):\/\/(?:[^/@]*@)?([^/?#]+)/i.exec(uri);
  if (web) return `${web[1]}://${web[2]}/...`;
  const personal = /^(tel|sip|sms|smsto|mailto|nfc):(.*)$/i.exec(uri);
  return personal ? `${personal[1]}:${(personal[2] ?? "").replace(/[^@.-]/g, "x")}` : uri;
}

/** Converts the intent for the device's apps. */
export function toIntent({ component, packageName, action, dataUri, mimeType, extras }: IntentArguments): Intent {
  const target = component?.split("/")[0] ?? packageName;
  return {
    ...(target !== undefined && { packageName: target }),
    ...(action !== undefined && { action }),
    ...(dataUri !== undefined && { dataUri }),
    ...(mimeType !== undefined && { mimeType }),
    ...(Object.keys(extras).length > 0 && { extras }),
  };
}

/** Converts the intent for helpers, which read its component. */
export function toHelperIntent({ component, packageName, action, extras }: IntentArguments): HelperIntent {
  return {
    ...(component !== undefined && { component }),
    ...(packageName !== undefined && { packageName }),
    ...(action !== undefined && { action }),
    extras,
  };
}
