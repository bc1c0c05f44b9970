import { useQuery } from "@tanstack/react-query";
import { getAllTemplates, Template } from "@terrarium/contract/template";
import { z } from "zod";
import { call } from "./call.ts";

/** The specification has the answer as a list, or as one template alone: that is a list of one. */
const Templates = z.preprocess((answer) => (Array.isArray(answer) ? answer : [answer]), z.array(Template));

export const useTemplates = () =>
  useQuery({
    queryKey: ["templates"],
    queryFn: ({ signal }) => call({ ...getAllTemplates, response: Templates }, { signal }),
  });
