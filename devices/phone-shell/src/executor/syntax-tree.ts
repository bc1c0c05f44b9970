/** The parser's syntax tree, with the executor's names for its parts. */
import type { CommandNode, SimpleCommandNode, WordNode } from "just-bash";

export type { CommandNode, PipelineNode, ScriptNode, SimpleCommandNode, StatementNode, WordNode } from "just-bash";
export type WordPart = WordNode["parts"][number];
type Part<Type extends WordPart["type"]> = Extract<WordPart, { type: Type }>;
export type ParameterPart = Part<"ParameterExpansion">;
export type ParameterOperation = NonNullable<ParameterPart["operation"]>;
export type RedirectionNode = SimpleCommandNode["redirections"][number];
export type AssignmentNode = SimpleCommandNode["assignments"][number];
export type ArithmeticExpression = Part<"ArithmeticExpansion">["expression"];
export type ConditionNode = Extract<CommandNode, { type: "ConditionalCommand" }>["expression"];
export type FunctionNode = Extract<CommandNode, { type: "FunctionDef" }>;
export type CompoundCommand = Exclude<CommandNode, { type: "SimpleCommand" | "FunctionDef" }>;

/** Returns the word's text if it contains no expansions. */
export function literalText(word: WordNode): string | undefined {
  let text = "";
  for (const part of word.parts) {
    if (part.type === "Literal" || part.type === "SingleQuoted" || part.type === "Escaped") text += part.value;
    else if (part.type === "DoubleQuoted") {
      const inner = literalText({ type: "Word", parts: part.parts });
      if (inner === undefined) return undefined;
      text += inner;
    } else return undefined;
  }
  return text;
}

/** Returns a simple command's source in the form for job lists. */
export function simpleText(command: Extract<CommandNode, { type: "SimpleCommand" }>): string {
  return [command.name, ...command.args]
    .map((word) =>
      word?.parts.map((part) => ("value" in part ? part.value : "pattern" in part ? part.pattern : "…")).join(""),
    )
    .join(" ");
}
