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
  ]);
});
