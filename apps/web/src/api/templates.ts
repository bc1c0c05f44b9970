import { useQuery } from "@tanstack/react-query";
import { getAllTemplates, type Template } from "@terrarium/contract/template";
import { call } from "./call.ts";

/** What the specification leaves out of a template's fields is this. */
const UNSAID: Partial<Template> = { visibility: "public" };

/** The specification has the answer as a list, or as one template alone: that is a list of one. */
async function getTemplates(signal: AbortSignal): Promise<Template[]> {
  const answer = await call(getAllTemplates, { signal });
  return [answer].flat().map((template) => ({ ...UNSAID, ...template }));
}

export const useTemplates = () => useQuery({ queryKey: ["templates"], queryFn: ({ signal }) => getTemplates(signal) });
