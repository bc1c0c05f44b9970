import { editor, KeyCode, KeyMod, MarkerSeverity, Uri } from "monaco-editor/editor";
import "./monaco.ts";
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from "react";
import { t } from "../../../language/text.ts";
import { newScriptUri } from "./language-service.ts";
import { THEME } from "./monaco.ts";
import type { Place } from "./place.ts";
import "./code-editor.css";

/** A failure of a run, to be marked in its script. */
export interface MarkedFailure {
  reason: string;
  place: Place;
  /** Text of the failed script. Another text is not marked. */
  code: string;
}

export interface CodeEditorProps {
  /** Initial text. A new `key` resets the editor to new text. */
  initialValue: string;
  onChange: (value: string) => void;
  /** Called with the text at Ctrl+Enter or ⌘+Enter. `onChange` may not have taken effect on the page yet. */
  onRun: (value: string) => void;
  failure: MarkedFailure | undefined;
  /** Receives a function that moves the cursor to a position. */
  goToRef: Ref<(place: Place) => void>;
  /** Name of the script: cursor and scroll position of each are kept while the page is closed. */
  scriptId: string;
}

const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  theme: THEME,
  automaticLayout: true,
  contextmenu: false,
  fixedOverflowWidgets: true,
  fontFamily: "var(--font-mono)",
  fontSize: 14,
  lineHeight: 21,
  lineNumbersMinChars: 3,
  minimap: { enabled: false },
  overviewRulerLanes: 0,
  padding: { top: 10, bottom: 10 },
  renderLineHighlight: "none",
  scrollBeyondLastLine: false,
  scrollbar: { alwaysConsumeMouseWheel: false, verticalScrollbarSize: 8, horizontalScrollbarSize: 8 },
  tabSize: 2,
  wordWrap: "on",
};

/** Cursor and scroll position of each script. */
const views = new Map<string, editor.ICodeEditorViewState>();

/** A JavaScript editor, loaded on demand because it is by far the largest part of the console. */
export function CodeEditor({ initialValue, onChange, onRun, failure, goToRef, scriptId }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const instance = useRef<editor.IStandaloneCodeEditor>(undefined);
  const changed = useEffectEvent(onChange);
  const run = useEffectEvent(onRun);
  const begin = useEffectEvent(() => ({ text: initialValue, id: scriptId }));

  useEffect(() => {
    if (host.current === null) return undefined;
    const { text, id } = begin();
    const model = editor.createModel(text, "javascript", Uri.parse(newScriptUri()));
    const created = editor.create(host.current, { ...OPTIONS, model, ariaLabel: t("JavaScript code") });
    instance.current = created;
    created.restoreViewState(views.get(id) ?? null);
    created.onDidChangeModelContent(() => changed(created.getValue()));
    created.addCommand(KeyMod.CtrlCmd | KeyCode.Enter, () => run(created.getValue()));
    // Tab indents, so the keyboard needs another way out: right after Escape, Tab leaves the editor, whatever else
    // Escape closes.
    created.onKeyDown(({ keyCode }) => {
      if (keyCode !== KeyCode.Tab && keyCode !== KeyCode.Shift)
        created.updateOptions({ tabFocusMode: keyCode === KeyCode.Escape });
    });
    created.onDidBlurEditorText(() => created.updateOptions({ tabFocusMode: false }));
    return () => {
      const view = created.saveViewState();
      if (view !== null) views.set(id, view);
      instance.current = undefined;
      model.dispose();
      created.dispose();
    };
  }, []);

  useImperativeHandle(
    goToRef,
    () =>
      ({ line, column }: Place) => {
        const position = { lineNumber: line, column };
        instance.current?.setPosition(position);
        instance.current?.revealPositionInCenterIfOutsideViewport(position);
        instance.current?.focus();
      },
    [],
  );

  useEffect(() => {
    const model = instance.current?.getModel();
    if (failure === undefined || !model || model.getValue() !== failure.code) return undefined;
    const lines = instance.current?.createDecorationsCollection([lineOf(failure.place)]);
    editor.setModelMarkers(model, "run", [markerOf(failure, model)]);
    return () => {
      lines?.clear();
      editor.removeAllMarkers("run");
    };
  }, [failure]);

  return <div ref={host} className="h-full" />;
}

const lineOf = ({ line }: Place): editor.IModelDeltaDecoration => ({
  range: { startLineNumber: line, startColumn: 1, endLineNumber: line, endColumn: 1 },
  options: { isWholeLine: true, className: "failed-line" },
});

/** Returns the marker of a failure: the word at its position, or the character there. */
function markerOf({ place: { line, column }, reason }: MarkedFailure, model: editor.ITextModel): editor.IMarkerData {
  const { lineNumber, column: startColumn } = model.validatePosition({ lineNumber: line, column });
  const word = model.getWordAtPosition({ lineNumber, column: startColumn });
  return {
    severity: MarkerSeverity.Error,
    message: reason,
    startLineNumber: lineNumber,
    startColumn: word?.startColumn ?? startColumn,
    endLineNumber: lineNumber,
    endColumn: word?.endColumn ?? startColumn + 1,
  };
}
