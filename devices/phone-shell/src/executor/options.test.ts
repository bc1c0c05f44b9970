import { describe } from "vitest";
import { testRows } from "../testing/script-table.ts";

// Expected values come from mksh R59c with toybox 0.8.9.

describe("options of set behave as in mksh", () => {
  testRows([
    ["set -e; false || echo ok; if false; then :; fi; ! true; echo still", "ok\nstill\n"],
    ["set -e; (false); echo no", "", "", 1],
    ["set -e; f() { false; echo inf; }; f || echo caught; f; echo no", "inf\n", "", 1],
    ["set -e; false && true; echo yes; true && false; echo no", "yes\n", "", 1],
    ["set -e; while false; do :; done; until true; do :; done; echo yes; { false; }; echo no", "yes\n", "", 1],
    ["set -o pipefail; false | true; echo $?; set +o pipefail; false | true; echo $?", "1\n0\n"],
    ["set -u; echo ${x-def}; echo $x; echo no", "def\n", "/system/bin/sh: x: parameter not set\n", 1],
    ['set -u; echo "$#" "$@" "$*"; echo ${1-none}; echo $1', "0 \nnone\n", "/system/bin/sh: 1: parameter not set\n", 1],
    ["set -x; echo a 'b c' \"$HOME\"; x=5; [[ a == b ]]; set +x", "a b c /\n", "+ echo a 'b c' /\n+ x=5 \n+ set +x\n"],
    ["set -x; for i in 1 2; do :; done; case a in a) echo q;; esac; ((1+1))", "q\n", "+ :\n+ :\n+ echo q\n+ let 1+1\n"],
    ["PS4='> '; set -x; echo $(echo in)", "in\n", "> echo in\n> echo in\n"],
    ["set -f; echo *; set +f; touch a b; echo *", "*\na b\n"],
    [
      "set -C; echo a > f; echo b > f; echo $?; echo c >| f; cat f",
      "1\nc\n",
      "/system/bin/sh: can't create f: File exists\n",
    ],
    ["set -v; echo x", "x\n"],
    ["set -a; x=5; env | grep ^x=; set +a", "x=5\n"],
    ["set -- a b c; shift; echo $*; shift 5; echo $? $*", "b c\n", "/system/bin/sh: shift: nothing to shift\n", 1],
    ["set --; echo $#; set a; echo $1; set - x y; echo $1", "0\na\nx\n"],
  ]);
});
