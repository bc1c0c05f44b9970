import { javascriptDefaults } from "monaco-editor/languages/features/typescript/register";
import { SCRIPT_TYPES } from "virtual:script-types";
import { COMPILER_OPTIONS, IGNORED_CODES } from "./language-options.ts";

/** Folder of the scripts and their declarations. They exist only in the editor. */
const ROOT = "file:///";
let scripts = 0;

/** Returns the address of a new script. Monaco remembers highlights and markers by address. */
export function newScriptUri(): string {
  scripts += 1;
  return `${ROOT}${scripts}/script.js`;
}

javascriptDefaults.setCompilerOptions(COMPILER_OPTIONS);
javascriptDefaults.setDiagnosticsOptions({ noSuggestionDiagnostics: true, diagnosticCodesToIgnore: IGNORED_CODES });
javascriptDefaults.setModeConfiguration({
  completionItems: true,
  diagnostics: true,
  documentHighlights: true,
  hovers: true,
  signatureHelp: true,
});
javascriptDefaults.setExtraLibs(
  Object.entries(SCRIPT_TYPES).map(([path, content]) => ({ filePath: ROOT + path, content })),
);
