import { boxTypeOf, kindOf } from "@terrarium/contract/sandbox-kind";
import { AppError } from "@terrarium/platform/base/app-error";
import { DEFAULT_TEMPLATE_ID, LINUX_TEMPLATE_ID, type TemplateService } from "../templates/service.ts";
import type { SandboxAccess } from "./sandbox.ts";
import { deviceTypeOf } from "./wire.ts";

export type Template = Awaited<ReturnType<TemplateService["get"]>>;

/**
 * Returns the requested template, by its id or by the type of its boxes. Throws template_not_found,
 * device_type_unavailable.
 */
export async function chooseTemplate(
  templates: Pick<TemplateService, "get" | "ofProvider">,
  { templateId, type, deviceType }: Parameters<SandboxAccess["create"]>[1],
  organizationId: string,
): Promise<Template> {
  const mayUse = (template: Template) =>
    template.organizationId === undefined || template.organizationId === organizationId;
  if (templateId === undefined && deviceType === "physical") {
    const detail = "no phone is attached to this server for your team";
    const physical = (await templates.ofProvider("adb")).find(mayUse);
    if (!physical) throw new AppError("device_type_unavailable", { deviceType, detail });
    return physical;
  }
  const template = await templates.get(templateId ?? (type === "linux" ? LINUX_TEMPLATE_ID : DEFAULT_TEMPLATE_ID));
  // The error must not reveal another team's phones.
  if (!mayUse(template)) throw new AppError("template_not_found", { templateId });
  const kind = kindOf(template.model);
  if (type !== undefined && boxTypeOf({ kind }) !== type) {
    const detail = `template ${template.id} has ${boxTypeOf({ kind })} ones`;
    throw new AppError("device_type_unavailable", { deviceType: type, detail });
  }
  const had = deviceTypeOf({ provider: template.provider, kind });
  if (deviceType !== undefined && had !== deviceType)
    throw new AppError("device_type_unavailable", { deviceType, detail: `template ${template.id} has ${had} ones` });
  return template;
}
