import { z } from "zod";

const Words = z.string().min(1).max(1_000);

/** Selects an element of the screen. All given fields must match; the first match from the top is used. */
export const UiSelector = z
  .strictObject({
    text: Words.optional().describe("Complete text of the element"),
    textContains: Words.optional().describe("Part of its text, case-insensitive"),
    id: Words.optional().describe('Resource id, with or without its package: "com.android.settings:id/title", "title"'),
    description: Words.optional().describe("Complete content description, as read by screen readers"),
    descriptionContains: Words.optional().describe("Part of its content description, case-insensitive"),
    class: Words.optional().describe('Class, with or without its package: "android.widget.Button", "Button"'),
    package: Words.optional().describe("Package of its app"),
    clickable: z.boolean().optional(),
    enabled: z.boolean().optional(),
    focused: z.boolean().optional(),
    checked: z.boolean().optional(),
    selected: z.boolean().optional(),
    scrollable: z.boolean().optional(),
    index: z.number().int().min(0).max(10_000).optional().describe("Index among the matches, from 0; default 0"),
  })
  .refine((selector) => Object.entries(selector).some(([name, value]) => name !== "index" && value !== undefined), {
    message:
      "Name at least one of text, textContains, id, description, class and the others; index alone is not enough",
  });
export type UiSelector = z.infer<typeof UiSelector>;
