import { useEffect, useState } from "react";
import { useSession } from "../../../session/store.ts";
import { SAMPLE_SCRIPT } from "./sample-script.ts";
import { byName, readScripts, removeScript, saveScript, type SaveProblem, type Script } from "./scripts.ts";

/** Why what is in the editor is not saved. */
export type ScriptProblem = SaveProblem | "removed";

/** What the editor of this tab holds: a saved script by its id, or else the sample with what was changed of it. */
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
 * The script in the editor, and those that the user saved in this browser. A saved one is saved again with every change;
 * the sample is always there, and a changed one stays with the tab.
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
    // Another tab saved or removed one; what this tab has open stays as it is here.
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
  /** Saves a script and has it in the list, whether or not there was room for it. */
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
    /** The saved script in the editor; undefined: the sample. */
    current,
    code: current?.code ?? draft,
    isSampleChanged: draft !== SAMPLE_SCRIPT,
    /** Why what is in the editor is not saved. */
    problem,
    open,
    change,
    resetSample: () => {
      setDraft(SAMPLE_SCRIPT);
      remember(draftKey(userId), undefined);
    },
    /** Saves what the editor holds under a name, as a script of its own. */
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
