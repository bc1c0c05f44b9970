import { useEffect, useState } from "react";
import { useSession } from "../../../session/store.ts";
import { byName } from "../../parts/stored-items.ts";
import { FIRST_SAMPLE, type Sample, SAMPLES } from "./samples.ts";
import { readScripts, removeScript, saveScript, type SaveProblem, type Script } from "./scripts.ts";

/** Reason why the editor's text is not saved. */
export type ScriptProblem = SaveProblem | "removed";

/** Content of this tab's editor: the id of a saved script or a sample, and each sample's text with the user's changes. */
const currentKey = (userId: string) => `playground-current-${userId}`;
const draftKey = (userId: string, { id }: Sample) =>
  `playground-draft-${userId}${id === FIRST_SAMPLE.id ? "" : `-${id}`}`;

const readDrafts = (userId: string): Record<string, string> =>
  Object.fromEntries(
    SAMPLES.map((sample) => [sample.id, sessionStorage.getItem(draftKey(userId, sample)) ?? sample.code]),
  );

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
 * saved. The samples are always available, and a changed sample stays with the tab.
 */
export function useScripts() {
  const userId = useSession(({ user }) => user?.id ?? "");
  const [scripts, setScripts] = useState(() => readScripts(userId));
  const [currentId, setCurrentId] = useState(() => sessionStorage.getItem(currentKey(userId)) ?? undefined);
  const [drafts, setDrafts] = useState(() => readDrafts(userId));
  const [problem, setProblem] = useState<ScriptProblem>();
  const current = scripts.find(({ id }) => id === currentId);
  const openId = current?.id;
  const sample = SAMPLES.find(({ id }) => id === currentId) ?? FIRST_SAMPLE;
  const draft = drafts[sample.id] ?? sample.code;

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

  const open = (id: string) => {
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
    setDrafts({ ...drafts, [sample.id]: text });
    remember(draftKey(userId, sample), text === sample.code ? undefined : text);
  };

  return {
    scripts,
    /** The saved script in the editor. Undefined for a sample. */
    current,
    /** The sample in the editor, or the first one. */
    sample,
    /** The id of the saved script or the sample in the editor. */
    id: current?.id ?? sample.id,
    code: current?.code ?? draft,
    isSampleChanged: draft !== sample.code,
    /** Reason why the editor's text is not saved. */
    problem,
    open,
    change,
    resetSample: () => {
      setDrafts({ ...drafts, [sample.id]: sample.code });
      remember(draftKey(userId, sample), undefined);
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
      open(FIRST_SAMPLE.id);
    },
  };
}

export type Scripts = ReturnType<typeof useScripts>;
