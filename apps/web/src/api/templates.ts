import { useQuery } from "@tanstack/react-query";
import { getAllTemplates } from "@terrarium/contract/template";
import { call } from "./call.ts";

export const useTemplates = () =>
  useQuery({ queryKey: ["templates"], queryFn: ({ signal }) => call(getAllTemplates, { signal }) });
