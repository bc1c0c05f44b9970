import { useQuery } from "@tanstack/react-query";
import { getAllTemplates, type Template } from "@terrarium/contract/template";
import { call } from "./call.ts";

/** Values of fields that the specification allows a template to omit. */
const UNSAID: Partial<Template> = { visibility: "public" };

/** The specification allows a list or a single template as response. A single template becomes a list of one. */
async function getTemplates(signal: AbortSignal): Promise<Template[]> {
  const answer = await call(getAllTemplates, { signal });
  return [answer].flat().map((template) => ({ ...UNSAID, ...template }));
}

export const useTemplates = () => useQuery({ queryKey: ["templates"], queryFn: ({ signal }) => getTemplates(signal) });
