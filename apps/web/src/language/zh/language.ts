import type { LanguageDefinition } from "../language-definition.ts";

export const language: LanguageDefinition = { name: "中文", locale: "zh-CN", load: () => import("./texts.ts") };
