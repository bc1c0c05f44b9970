import { editor, KeyCode, KeyMod } from "monaco-editor/editor";
import "./monaco.ts";
import { useEffect, useEffectEvent, useRef } from "react";
import { t } from "../../../language/text.ts";
import { THEME } from "./monaco.ts";

export interface CodeEditorProps {
  /** Initial text. A new `key` resets the editor to new text. */
  initialValue: string;
  onChange: (value: string) => void;
  /** Called with the text at Ctrl+Enter or ⌘+Enter. `onChange` may not have taken effect on the page yet. */
  onRun: (value: string) => void;
}

/** A JavaScript editor, loaded on demand because it is by far the largest part of the console. */
export function CodeEditor({ initialValue, onChange, onRun }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const changed = useEffectEvent(onChange);
  const run = useEffectEvent(onRun);
  const begin = useEffectEvent(() => initialValue);

  useEffect(() => {
    if (host.current === null) return undefined;
    const created = editor.create(host.current, {
      value: begin(),
      language: "javascript",
      theme: THEME,
      ariaLabel: t("JavaScript code"),
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
    });
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
      created.getModel()?.dispose();
      created.dispose();
    };
  }, []);

  return <div ref={host} className="h-full" />;
}
