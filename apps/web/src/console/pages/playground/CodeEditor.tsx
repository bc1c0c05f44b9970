import { editor, KeyCode, KeyMod } from "monaco-editor/editor";
import "./monaco.ts";
import { useEffect, useEffectEvent, useRef } from "react";
import { t } from "../../../language/text.ts";
import { THEME } from "./monaco.ts";

export interface CodeEditorProps {
  /** The text at first; a new `key` begins with a new one. */
  initialValue: string;
  onChange: (value: string) => void;
  /** Ctrl or ⌘ and Enter. */
  onRun: () => void;
}

/** A JavaScript editor. Loaded on demand: it is by far the largest part of the console. */
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
    created.addCommand(KeyMod.CtrlCmd | KeyCode.Enter, () => run());
    // Tab indents, so that the keyboard needs another way out: right after Escape, whatever else that closes, Tab leaves.
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
