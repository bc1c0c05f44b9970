import { describe } from "vitest";
import { testRows } from "../testing/script-table.ts";

// Expected values come from mksh R59c with toybox 0.8.9.

describe("here-documents are read and expanded as in mksh", () => {
  testRows([
    ["cat <<EOT\n$HOME `echo sub` $((1+1)) \\$x \\\\ \\`\nEOT", "/ sub 2 $x \\ `\n"],
    ["cat <<E\nx=$((1+2)) $(echo s) ${u:-d} \\$ \\\\ \\a \"q\" 'q'\nE", "x=3 s d $ \\ \\a \"q\" 'q'\n"],
    ["cat <<'E'\n$x `y` \\ $(z)\nE", "$x `y` \\ $(z)\n"],
    ["cat <<-E\n\t\tindented\n\t  two\n\tE", "indented\n  two\n"],
    ["f() { cat <<E\n$1\nE\n}; f arg; f two", "arg\ntwo\n"],
    [
      'cat <<< "here $((1+1))"; cat <<< \'a b\'; cat <<< a\\ b; x=$(cat <<E\nin sub\nE\n); echo "$x"',
      "here 2\na b\na b\nin sub\n",
    ],
    ["cat 3<<E <&3\nthree\nE", "three\n"],
    ['cat << "E F"\n$x\nE F', "$x\n"],
    ["if cat <<E; then echo ok; fi\nbody\nE", "body\nok\n"],
  ]);
});
