import { editor } from "monaco-editor/editor";
// oxlint-disable-next-line import/default -- Vite makes the module
import EditorWorker from "monaco-editor/editor/editor.worker?worker";
// oxlint-disable-next-line import/default -- Vite makes the module
import LanguageWorker from "monaco-editor/languages/features/typescript/ts.worker?worker";
import "monaco-editor/languages/definitions/javascript/register";
// The module `features/suggest/register` lacks the widget.
import "monaco-editor/editor/contrib/suggest/browser/suggestController";
import "monaco-editor/features/bracketMatching/register";
import "monaco-editor/features/caretOperations/register";
import "monaco-editor/features/clipboard/register";
import "monaco-editor/features/comment/register";
import "monaco-editor/features/cursorUndo/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/folding/register";
import "monaco-editor/features/hover/register";
import "monaco-editor/features/indentation/register";
import "monaco-editor/features/linesOperations/register";
import "monaco-editor/features/multicursor/register";
import "monaco-editor/features/parameterHints/register";
import "monaco-editor/features/smartSelect/register";
import "monaco-editor/features/toggleTabFocusMode/register";
import "monaco-editor/features/wordHighlighter/register";
import "monaco-editor/features/wordOperations/register";
import "./language-service.ts";

export const THEME = "terrarium-dark";

globalThis.MonacoEnvironment = {
  getWorker: (_, label) => (label === "javascript" ? new LanguageWorker() : new EditorWorker()),
};

// Monaco supports colours but no CSS variables. These are the dark colours of ui/theme.css.
editor.defineTheme(THEME, {
  base: "vs-dark",
  inherit: true,
  rules: [
    { token: "comment", foreground: "7c857a" },
    { token: "keyword", foreground: "a3d977" },
    { token: "string", foreground: "e5b567" },
    { token: "number", foreground: "8fc7d9" },
    { token: "type", foreground: "e8ece6" },
    { token: "delimiter", foreground: "949d92" },
  ],
  colors: {
    "editor.background": "#111411",
    "editor.foreground": "#e8ece6",
    "editorLineNumber.foreground": "#7c857a",
    "editorLineNumber.activeForeground": "#e8ece6",
    "editorCursor.foreground": "#a3d977",
    "editor.selectionBackground": "#a3d97740",
    "editorWidget.background": "#171b17",
    "editorWidget.border": "#2f362f",
    "editorIndentGuide.background1": "#232823",
    "editorBracketHighlight.foreground1": "#949d92",
    "editorBracketHighlight.foreground2": "#949d92",
    "editorBracketHighlight.foreground3": "#949d92",
    focusBorder: "#a3d977",
  },
});
