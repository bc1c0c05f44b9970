import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

// Expected values come from mksh R59c with toybox 0.8.9.

describe("read splits lines and words as in mksh", () => {
  testRows([
    ['read x; echo "$x"; read y; echo "$y"; read z; echo "$? $z"', "in1\nin2\n1 \n"],
    ["read a b c <<< 'one two three four'; echo \"$a|$b|$c\"", "one|two|three four\n"],
    ["read -r x <<< 'a\\tb'; echo \"$x\"; read x <<< 'a\\tb'; echo \"$x\"", "a\tb\natb\n"],
    ["IFS=: read a b c <<< 'x:y:z:w'; echo \"$a|$b|$c\"", "x|y|z:w\n"],
    ["IFS=: read a b <<< 'x::y:'; echo \"$a|$b\"", "x|:y:\n"],
    ["IFS=, read -A arr <<< 'a,b,,c'; echo \"${#arr[@]} ${arr[2]} ${arr[3]}\"", "4  c\n"],
    ["read -n 3 x <<< 'abcdef'; echo \"$x\"", "abc\n"],
    ["read -d : x <<< 'abc:def'; echo \"$x\"", "abc\n"],
    ["read -d '' x <<< 'abc'; echo \"$? $x\"", "1 abc\n"],
    ["echo '  lead trail  ' | { read x; echo \"<$x>\"; }", "<lead trail>\n"],
    ["echo '  lead trail  ' | { IFS= read x; echo \"<$x>\"; }", "<  lead trail  >\n"],
    ["printf 'a\\\\\\nb\\n' | { read x; echo \"<$x>\"; }", "<ab>\n"],
    ["printf 'a\\\\\\nb\\n' | { read -r x; echo \"<$x>\"; }", "<a\\>\n"],
    ["printf 'last' | { read x; echo \"$? <$x>\"; }", "1 <last>\n"],
    ["echo 'q w e' | { read; echo \"$REPLY\"; }", "q w e\n"],
    ["read -u 3 x 3<<< three; echo $x", "\n", "/system/bin/sh: read: read-only: 3\n"],
    ["read -r a b <<< 'x  y  z  '; echo \"<$a><$b>\"", "<x><y  z>\n"],
    ["IFS=' :' read a b c <<< ' x : y :z '; echo \"<$a><$b><$c>\"", "<x><y><z>\n"],
    ['while read -r l; do echo "$l."; done', "in1.\nin2.\n"],
    ["while read -r a b; do echo \"$b-$a\"; done <<< $'1 2\\n3 4'", "2-1\n4-3\n"],
    ["readonly r=5; r=6; echo no", "", "/system/bin/sh: read-only: r\n", 2],
    [
      "readonly r=5; (r=6); echo $?; unset r; echo $? $r",
      "2\n1 5\n",
      "/system/bin/sh: read-only: r\n/system/bin/sh: read-only: r\n",
    ],
    ['while read l; do echo "[$l]"; done <<E\none\ntwo\nE', "[one]\n[two]\n"],
  ]);
});
