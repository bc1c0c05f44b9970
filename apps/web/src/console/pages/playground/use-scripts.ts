import { useEffect, useState } from "react";
import { useSession } from "../../../session/store.ts";
import { SAMPLE_SCRIPT } from "./sample-script.ts";
import { byName, readScripts, removeScript, saveScript, type SaveProblem, type Script } from "./scripts.ts";

/** Reason why the editor's text is not saved. */
export type ScriptProblem = SaveProblem | "removed";

/** Content of this tab's editor: the id of a saved script, or the sample with the user's changes. */
const currentKey = (userId: string) => `playground-current-${userId}`;
const draftKey = (userId: string) => `playground-draft-${userId}`;

function remember(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch (error) {
    // The draft is still in the editor.
    console.error("What is in the editor could not be kept for this tab", error);
  }
}

/**
 * Returns the script in the editor and the user's saved scripts in this browser. Each change to a saved script is
 * saved. The sample is always available, and a changed sample stays with the tab.
 */
export function useScripts() {
  const userId = useSession(({ user }) => user?.id ?? "");
  const [scripts, setScripts] = useState(() => readScripts(userId));
  const [currentId, setCurrentId] = useState(() => sessionStorage.getItem(currentKey(userId)) ?? undefined);
  const [draft, setDraft] = useState(() => sessionStorage.getItem(draftKey(userId)) ?? SAMPLE_SCRIPT);
  const [problem, setProblem] = useState<ScriptProblem>();
  const current = scripts.find(({ id }) => id === currentId);
  const openId = current?.id;

  useEffect(() => {
    // Another tab saved or removed a script. The script open in this tab stays unchanged.
    const follow = ({ storageArea }: StorageEvent) => {
      if (storageArea !== localStorage) return;
      const stored = readScripts(userId);
      const others = stored.filter(({ id }) => id !== openId);
      setScripts((before) => [...others, ...before.filter(({ id }) => id === openId)].toSorted(byName));
      if (openId !== undefined && !stored.some(({ id }) => id === openId)) setProblem((before) => before ?? "removed");
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, [userId, openId]);

  const open = (id: string | undefined) => {
    setProblem(undefined);
    setCurrentId(id);
    remember(currentKey(userId), id);
  };
  /** Saves a script and adds it to the list, even if the storage was full. */
  const put = (script: Script) => {
    setProblem(saveScript(userId, script));
    setScripts((before) => [...before.filter(({ id }) => id !== script.id), script].toSorted(byName));
  };
  const change = (text: string) => {
    if (current !== undefined) return put({ ...current, code: text });
    setDraft(text);
    remember(draftKey(userId), text === SAMPLE_SCRIPT ? undefined : text);
  };

  return {
    scripts,
    /** The saved script in the editor. Undefined for the sample. */
    current,
    code: current?.code ?? draft,
    isSampleChanged: draft !== SAMPLE_SCRIPT,
    /** Reason why the editor's text is not saved. */
    problem,
    open,
    change,
    resetSample: () => {
      setDraft(SAMPLE_SCRIPT);
      remember(draftKey(userId), undefined);
    },
    /** Saves the editor's text under a name, as a new script. */
    saveAs: (name: string) => {
      const id = crypto.getRandomValues(new Uint32Array(2)).join("");
      open(id);
      put({ id, name: name.trim(), code: current?.code ?? draft });
    },
    rename: (name: string) => current !== undefined && put({ ...current, name: name.trim() }),
    remove: () => {
      if (current === undefined) return;
      removeScript(userId, current.id);
      setScripts(scripts.filter(({ id }) => id !== current.id));
      open(undefined);
    },
  };
}

export type Scripts = ReturnType<typeof useScripts>;
