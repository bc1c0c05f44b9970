import type { AppProcess } from "@terrarium/phone-system/app-processes";
import type {
  BroadcastAnswer,
  HelperIntent,
  HelperLaunch,
  HelperPackage,
  HelperStep,
} from "@terrarium/phone-system/helper-programs";
import { INPUT_METHOD_ID } from "@terrarium/phone-system/input-method";
import type { ApkIdentity } from "../apk/read-manifest.ts";
import type { HelperApk, HelperDefinition, HelperPhone } from "./helper-definition.ts";
import { InstalledHelpers } from "./installed-helpers.ts";
import { RunningHelper } from "./running-helper.ts";

const MAX_RUNNING = 8;
const FIRST_PID = 20_001;
/** Leaves gaps, because thread ids take up numbers on other systems. */
const PID_STEP = 13;
/** Written when an instrumentation is ended from outside (AOSP ActivityManagerService.java). */
const CRASHED = "INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n";

/** Installs, starts and ends the helpers of agent tools on a phone. */
export class HelperHost {
  readonly #phone: HelperPhone;
  readonly #apks: ReadonlyMap<string, HelperApk>;
  readonly #classes: ReadonlyMap<string, NonNullable<HelperDefinition["classes"]>[string]>;
  readonly #installed: InstalledHelpers;
  readonly #running = new Map<number, RunningHelper>();
  readonly #services = new Map<string, number>();
  #lastId = 0;

  /** `file` keeps the installed helpers. */
  constructor(options: {
    phone: HelperPhone;
    helpers: readonly HelperDefinition[];
    file: string;
    log: (message: string) => void;
  }) {
    const { phone, helpers, file, log } = options;
    this.#phone = phone;
    this.#apks = new Map(helpers.flatMap(({ apks = {} }) => Object.entries(apks)));
    this.#classes = new Map(helpers.flatMap(({ classes = {} }) => Object.entries(classes)));
    this.#installed = new InstalledHelpers(this.#apks, file, log);
  }

  packages(): HelperPackage[] {
    return this.#installed.list();
  }

  /** Returns false if the package is not a known helper. */
  install(apk: ApkIdentity): boolean {
    this.forceStop(apk.packageName);
    return this.#installed.add(apk);
  }

  /** Returns false if the package is not installed. */
  uninstall(packageName: string): boolean {
    this.forceStop(packageName);
    if (!this.#installed.remove(packageName)) return false;
    forgetInputMethods(this.#phone, packageName);
    return true;
  }

  /** Starts a helper; returns its number. Throws with the reason if it is unknown or there are too many. */
  async start(launch: HelperLaunch): Promise<number> {
    if (launch.kind === "class") {
      const load = this.#classes.get(launch.className);
      if (!load) throw new Error(this.#unknownClass(launch.className));
      const program = await load();
      return this.#run(launch.className, false, (helper) => helper.run(program, launch, this.#phone));
    }
    const [packageName = "", runner = ""] = launch.component.split("/");
    const known = this.#apkOf(packageName)?.instrumentation;
    if (!known || (runner !== known.runner && `${packageName}${runner}` !== known.runner)) {
      throw new Error(`Unable to find instrumentation info for: ComponentInfo{${launch.component}}`);
    }
    const program = await known.load();
    // Android restarts the tested package for each run.
    this.forceStop(known.target);
    return this.#run(known.target, launch.detached, (helper) => helper.run(program, launch, this.#phone));
  }

  /** Resolves with a helper's next step. Throws if there is no such helper. */
  async next(id: number): Promise<HelperStep> {
    const helper = this.#running.get(id);
    if (!helper) throw new Error(`there is no helper ${id}`);
    const step = await helper.next();
    if (step.kind === "exit") this.stop(id);
    return step;
  }

  stop(id: number): void {
    this.#running.get(id)?.stop();
    this.#running.delete(id);
  }

  /** Ends the programs and services of a package and of its tests. */
  forceStop(packageName: string): void {
    const target = this.#apks.get(packageName)?.instrumentation?.target;
    for (const helper of this.#running.values())
      if (!helper.ended && (helper.name === packageName || helper.name === target)) helper.end(CRASHED);
    for (const component of this.#services.keys())
      if (component.startsWith(`${packageName}/`)) this.#services.delete(component);
  }

  /** Returns the processes of running instrumentations and services. */
  processes(): AppProcess[] {
    const packages = this.packages();
    const userOf = (name: string) => packages.find(({ packageName }) => packageName === name)?.userId;
    return [...this.#running.values()].flatMap(({ name, pid, startedAtMs, ended }) => {
      const userId = userOf(name);
      return userId === undefined || ended ? [] : [{ packageName: name, component: name, pid, userId, startedAtMs }];
    });
  }

  /** Delivers a broadcast to the installed helpers. Returns the first answer. */
  async broadcast(intent: HelperIntent): Promise<BroadcastAnswer | undefined> {
    const wanted = intent.component?.split("/")[0] ?? intent.packageName;
    for (const { packageName } of this.packages()) {
      if (wanted !== undefined && wanted !== packageName) continue;
      const answer = await this.#apks.get(packageName)?.receive?.(intent, this.#phone);
      if (answer) return answer;
    }
    return undefined;
  }

  /** Starts an activity or service of an installed helper. Returns false if there is none. */
  startComponent(intent: HelperIntent): boolean {
    const [packageName = "", name = ""] = intent.component?.split("/") ?? [];
    const components = this.#apkOf(packageName)?.components;
    const component = components && Object.hasOwn(components, name) ? components[name] : undefined;
    if (!component) return false;
    this.#services.set(`${packageName}/${component.service}`, Date.now());
    component.started?.(intent, this.#phone);
    return true;
  }

  /** Returns the text that appears when `input text` types on the selected input method. */
  typed(text: string): string {
    const selected = this.#phone.ui.settings.get("secure", "default_input_method") ?? "";
    const [packageName = "", name = ""] = selected.split("/");
    const methods = this.#apkOf(packageName)?.inputMethods;
    const method = methods && Object.hasOwn(methods, name) ? methods[name] : undefined;
    return method?.typed?.(text) ?? text;
  }

  services(): { component: string; startedMs: number }[] {
    return [...this.#services].map(([component, startedMs]) => ({ component, startedMs }));
  }

  /** Ends all helpers, as at a reboot. */
  close(): void {
    for (const helper of this.#running.values()) helper.stop();
    this.#running.clear();
    this.#services.clear();
  }

  /** Returns the parts of an installed package. */
  #apkOf(packageName: string): HelperApk | undefined {
    return this.#installed.has(packageName) ? this.#apks.get(packageName) : undefined;
  }

  #run(name: string, detached: boolean, run: (helper: RunningHelper) => Promise<void>): number {
    if (this.#running.size >= MAX_RUNNING) throw new Error(`more than ${MAX_RUNNING} helpers at once`);
    const id = ++this.#lastId;
    const helper = new RunningHelper(name, FIRST_PID + PID_STEP * id, detached ? undefined : () => this.stop(id));
    this.#running.set(id, helper);
    void run(helper).then(() => detached && this.stop(id));
    return id;
  }

  #unknownClass(className: string): string {
    const known = [...this.#classes.keys()].join(", ");
    return `class ${className} cannot run: this virtual device runs no Java. It answers these itself: ${known}`;
  }
}

/** Restores the built-in keyboard if a removed package's input method is in use. */
function forgetInputMethods({ ui }: HelperPhone, packageName: string): void {
  for (const key of ["default_input_method", "enabled_input_methods"]) {
    const ids = ui.settings.get("secure", key)?.split(":") ?? [];
    const left = ids.filter((id) => !id.startsWith(`${packageName}/`));
    if (left.length < ids.length) ui.settings.put("secure", key, left.join(":") || INPUT_METHOD_ID);
  }
}
