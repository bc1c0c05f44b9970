import { describe } from "vitest";
import { testRows } from "../testing/script-table.ts";

// Expected values come from mksh R59c with toybox 0.8.9.

describe("case selects the first matching pattern, as in mksh", () => {
  testRows([
    ["case abc in a*) echo 1;& b*) echo 2;; c*) echo 3;; esac", "1\n2\n"],
    ["case x in [!a-w]) echo y;; esac; case - in [a-]) echo d;; esac", "y\nd\n"],
    ["case 'a*' in 'a*') echo lit;; esac; case ab in 'a*') echo no;; *) echo other;; esac", "lit\nother\n"],
    [
      "case \"\" in '') echo empty;; esac; case a in a|b) echo ab;; esac; case b in (a|b) echo pb;; esac",
      "empty\nab\npb\n",
    ],
    ["x='*'; case foo in $x) echo glob;; esac; case foo in \"$x\") echo q;; *) echo nq;; esac", "glob\nnq\n"],
    [
      "case a]b in a]b) echo br;; esac; case ']' in []]) echo cb;; esac; case '\\' in \\\\) echo bs;; esac",
      "br\ncb\nbs\n",
    ],
    ["case $'\\n' in ?) echo nl;; esac; case é in ?) echo one;; esac", "nl\none\n"],
    ["case x in esac; echo $?; case x in y) ;; esac; echo $?", "0\n0\n"],
    [
      "case 5 in [0-3]) echo lo;; [4-9]) echo hi;; esac; case B in [a-z]) echo lower;; [A-Z]) echo upper;; esac; case 7 in [[:digit:]]) echo dig;; esac",
      "hi\nupper\ndig\n",
    ],
    ["false; case x in x) ;; esac; echo $?", "0\n"],
    ["case $(echo hi) in h?) echo sub;; esac", "sub\n"],
  ]);
});
