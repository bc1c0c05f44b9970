import { describe } from "vitest";
import { SH, testRows } from "../testing/script-table.ts";

describe("names of JavaScript's object prototype have no meaning", () => {
  testRows([
    ["getconf constructor; getconf __proto__", "", "getconf: bad 'constructor'\ngetconf: bad '__proto__'\n", 1],
    ["od -A toString /dev/null; nl -n constructor", "", "od: bad -A\nnl: bad -n 'constructor'\n", 1],
    ["case x in [[:constructor:]]) echo yes;; *) echo no;; esac", "no\n"],
    ["echo 'ab[c' | tr -d '[:constructor:]'", "ab\n"],
    ["echo a | grep '[[:constructor:]]'", "", "grep: bad regex '[[:constructor:]]': invalid character class\n", 2],
    ["__proto__=x; export __proto__; printenv __proto__; constructor=y printenv constructor", "x\ny\n"],
    ["printenv constructor; env -i __proto__=x env; awk 'BEGIN { print ENVIRON[\"__proto__\"] }'", "__proto__=x\n\n"],
    ["id constructor", "", "id: constructor: no such user\n", 1],
    ["constructor", "", `${SH}constructor: inaccessible or not found\n`, 127],
  ]);
});
