/** The part of css-tree that this browser uses: its parser, without the tables of all properties. */
declare module "css-tree/parser" {
  export type CssNode =
    | { type: "StyleSheet"; children: Iterable<CssNode> }
    | { type: "Rule"; prelude: CssNode; block: { children: Iterable<CssNode> } }
    | { type: "Atrule"; name: string; prelude: CssNode | null; block: { children: Iterable<CssNode> } | null }
    | { type: "Declaration"; property: string; value: CssNode; important: boolean | string }
    | { type: "Raw"; value: string }
    | { type: "DeclarationList"; children: Iterable<CssNode> }
    | { type: "SelectorList"; children: Iterable<CssNode> }
    | { type: "Selector"; children: Iterable<CssNode> }
    | { type: "TypeSelector"; name: string }
    | { type: "ClassSelector"; name: string }
    | { type: "IdSelector"; name: string }
    | {
        type: "AttributeSelector";
        name: { name: string };
        matcher: string | null;
        value: { type: "String"; value: string } | { type: "Identifier"; name: string } | null;
        flags: string | null;
      }
    | { type: "PseudoClassSelector"; name: string; children: Iterable<CssNode> | null }
    | { type: "PseudoElementSelector"; name: string }
    | { type: "Combinator"; name: string }
    | { type: "Nth"; nth: NthNode }
    | { type: "NestingSelector" };
  export type NthNode = { type: "AnPlusB"; a: string | null; b: string | null } | { type: "Identifier"; name: string };
  export default function parse(
    text: string,
    options: {
      context?: "stylesheet" | "declarationList";
      parseValue: boolean;
      parseAtrulePrelude: boolean;
      parseCustomProperty: boolean;
    },
  ): CssNode;
}
