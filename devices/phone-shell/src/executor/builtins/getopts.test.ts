import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

// Expected values come from mksh R59c with toybox 0.8.9.

describe("getopts parses options as in mksh", () => {
  testRows([
    [
      'set -- -a -b val rest; while getopts ab:c o; do echo "$o=$OPTARG"; done; shift $((OPTIND-1)); echo "$@"',
      "a=\nb=val\nrest\n",
    ],
    [
      'set -- -x; getopts :ab o; echo "$o $OPTARG"; set -- -b; OPTIND=1; getopts :ab: o; echo "$o $OPTARG"',
      "? x\n: b\n",
    ],
    [
      'set -- -- x; getopts a o; echo "$? $OPTIND"; set -- x -a; OPTIND=1; getopts a o; echo "$? $OPTIND"',
      "1 2\n1 1\n",
    ],
    ['set -- -z; getopts ab o; echo "$? $o"', "0 ?\n", "/system/bin/sh: -z: unknown option\n"],
    ['set -- -abval; while getopts ab: o; do echo "$o=$OPTARG $OPTIND"; done', "a= 2\nb=val 2\n"],
    [
      'set -- -ab -c x; while getopts abc o; do echo "$o $OPTIND"; done; shift $((OPTIND-1)); echo "$@"',
      "a 2\nb 2\nc 3\nx\n",
    ],
    ["set -- -abc; getopts abc o; echo $o $OPTIND; OPTIND=1; getopts abc o; echo $o $OPTIND", "a 2\na 2\n"],
    [
      "set -- -xq; getopts :x o; echo $o $OPTIND; getopts :x o; echo $o $OPTARG $OPTIND; getopts :x o; echo $? $OPTIND",
      "x 2\n? q 2\n1 2\n",
    ],
  ]);
});
