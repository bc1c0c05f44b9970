import { describe } from "vitest";
import { testRows } from "../testing/script-table.ts";

// Expected values come from mksh R59c.

describe("reads an assignment after a redirection operator as a file name", () => {
  testRows([
    [
      "cat <<< a=b; cat <<< a==; cat <<< NBUQU===; echo x > f=1; cat < f=1; echo y >> f=1; cat f=1; IFS== read k v <<< key=value; echo $k $v",
      "a=b\na==\nNBUQU===\nx\nx\ny\nkey value\n",
    ],
    ["{ echo in; } > a=b; cat a=b; cat <<E > c=d", "", "/system/bin/sh: here document 'E' unclosed\n", 1],
    [
      "{ echo in; } 2> a=b; x=1 y=2 true > z=3 w=4; ls; echo \"quoted > a=b\" '< c=d'",
      "in\na=b\nz=3\nquoted > a=b < c=d\n",
    ],
    [
      'echo "$(cat <<< a=b)" $(echo in > c=d; cat c=d) "${none:-$(cat <<< e=f)}"; v=$(cut -d= -f2 <<< key=value); echo $v; ls',
      "a=b in e=f\nvalue\nc=d\n",
    ],
    ["echo a >|\\\n b=c; cat b=c; [[ a > b=c ]] || echo no; (( d = 2 > 1 )); echo $d", "a\nno\n1\n"],
  ]);
});

describe("reads !( as the start of a pattern", () => {
  testRows([
    [
      'touch a b; echo "$(echo !(a))"; case b in\n!(b)) echo 1;;\na|!(a)) echo $(echo !(b));;\nesac; if ! (false); then echo !(c|b) > d=e; fi; cat d=e',
      "b\na\na\n",
    ],
    ["case !(x) in '!(x)') echo same;; esac", "same\n"],
  ]);
});

describe("reads a script with many such words", () => {
  testRows([
    [
      'i=0; while (( i < 500 )); do echo "echo $i > n=$i"; (( i += 1 )); done > lines; eval "$(cat lines)"; cat n=499',
      "499\n",
    ],
  ]);
});
