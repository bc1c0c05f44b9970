import { z } from "zod";

const Words = z.string().min(1).max(1_000);

/** Selects an element of the screen. All given fields must match; the first match from the top is used. */
export const UiSelector = z
  .strictObject({
    text: Words.optional().describe("The whole text that stands on it"),
    textContains: Words.optional().describe("A part of its text, in capitals or not"),
    id: Words.optional().describe(
      'Its resource id, with its package or without: "com.android.settings:id/title", "title"',
    ),
    description: Words.optional().describe("Its whole content description, as it is read to people who do not see"),
    descriptionContains: Words.optional().describe("A part of its content description, in capitals or not"),
    class: Words.optional().describe('Its class, with its package or without: "android.widget.Button", "Button"'),
    package: Words.optional().describe("The package of its app"),
    clickable: z.boolean().optional(),
    enabled: z.boolean().optional(),
    focused: z.boolean().optional(),
    checked: z.boolean().optional(),
    selected: z.boolean().optional(),
    scrollable: z.boolean().optional(),
    index: z.number().int().min(0).max(10_000).optional().describe("Which of those that fit, from 0; default 0"),
  })
  .refine((selector) => Object.entries(selector).some(([name, value]) => name !== "index" && value !== undefined), {
    message:
      "Name at least one of text, textContains, id, description, class and the others; index alone is not enough",
  });
export type UiSelector = z.infer<typeof UiSelector>;
