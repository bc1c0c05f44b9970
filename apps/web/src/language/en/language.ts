import type { LanguageDefinition } from "../language-definition.ts";

export const language: LanguageDefinition = { name: "English", locale: "en-US" };
