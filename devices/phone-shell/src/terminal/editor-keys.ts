/** Actions of control keys and escape sequences (xterm). */
export const KEY_ACTIONS: Readonly<Record<string, Action>> = {
  "\x01": "home",
  "\x02": "left",
  "\x04": "deleteOrEnd",
  "\x05": "lineEnd",
  "\x06": "right",
  "\x08": "backspace",
  "\x09": "complete",
  "\x0b": "killToEnd",
  "\x0c": "clearScreen",
  "\x0e": "newer",
  "\x10": "older",
  "\x12": "search",
  "\x15": "killToStart",
  "\x17": "killWord",
  "\x19": "yank",
  "\x1bb": "wordLeft",
  "\x1bf": "wordRight",
  "\x1b[1;5C": "wordRight",
  "\x1b[1;5D": "wordLeft",
  "\x7f": "backspace",
  "\x1b[A": "older",
  "\x1b[B": "newer",
  "\x1b[C": "right",
  "\x1b[D": "left",
  "\x1b[F": "lineEnd",
  "\x1b[H": "home",
  "\x1bOA": "older",
  "\x1bOB": "newer",
  "\x1bOC": "right",
  "\x1bOD": "left",
  "\x1bOF": "lineEnd",
  "\x1bOH": "home",
  "\x1b[1~": "home",
  "\x1b[3~": "delete",
  "\x1b[4~": "lineEnd",
  "\x1b[7~": "home",
  "\x1b[8~": "lineEnd",
};

/** Effect of a key on the line. */
export type Action =
  | "home"
  | "left"
  | "right"
  | "lineEnd"
  | "backspace"
  | "delete"
  | "deleteOrEnd"
  | "killToEnd"
  | "killToStart"
  | "killWord"
  | "older"
  | "newer"
  | "clearScreen"
  | "complete"
  | "search"
  | "yank"
  | "wordLeft"
  | "wordRight";
