import { describe } from "vitest";
import { testRows } from "../testing/script-table.ts";

// Characters that isspace(3) does not match belong to a word: U+00A0, U+3000, U+FEFF, and the last byte of à.
const TOUCHED = "touch 'a\u00a0b' '\u3000c' 'd\ufeff'";

describe("whitespace of JavaScript only", () => {
  testRows([
    ["printf '%s\\n' a\u00a0b \u3000c | wc -l", "2\n"],
    [`${TOUCHED}; ls | xargs rm; ls`, ""],
    [`${TOUCHED}; ls | xargs -I{} rm {}; ls`, ""],
    [`${TOUCHED}; ls | xargs -L 1 rm; ls`, ""],
    [`${TOUCHED}; for name in $(ls); do rm "$name"; done; ls`, ""],
    [`${TOUCHED}; ls | while read name; do rm "$name"; done; ls`, ""],
    ["echo a | sed -n 'w \u3000f'; ls | wc -c", "5\n"],
    ["printf 'a\u00a0z 1\\nb 0\\n' | sort -k2n | cut -c 1", "b\na\n"],
    ["printf 'àb 1\\nàc 1\\n' | uniq -f 1 | wc -l", "1\n"],
    ["printf 'a\u00a0b c\\n\\n' | cut -F 2", "c\n\n"],
    ["printf '\u00a0a b\\r\\n' | awk '{ print NF, $1 == \"a\", length($2) }'", "2 0 2\n"],
    ["echo '\u00a01' | awk '{ print $1 == 1, $1 + 1 }'", "0 1\n"],
    ["case 'a\u00a0b' in *[[:space:]]*) echo two;; *) echo one;; esac", "one\n"],
    // In mksh a carriage return is not IFS whitespace either.
    ["IFS=$'\\r'; x=$'a\\r\\rb'; set -- $x; echo $#", "3\n"],
    ["printf 'a\\r\\rb\\n' | { IFS=$'\\r' read x y z; echo $z; }", "b\n"],
  ]);
});
