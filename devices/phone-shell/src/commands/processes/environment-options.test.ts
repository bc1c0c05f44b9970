import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

// Expected values come from toybox 0.8.9 under mksh R59c.

describe("env, nice, nohup, printenv and timeout behave as in toybox", () => {
  testRows([
    ["env -i A=1 B=2 env", "A=1\nB=2\n"],
    ["env -i A=1 sh -c 'echo $A'", "1\n"],
    ["A=1 env -u A sh -c 'echo [$A]'", "[]\n"],
    ["env -i A=1 B=2 env -0 | od -c", "0000000   A   =   1  \\0   B   =   2  \\0\n0000010\n"],
    ["env nosuch; echo $?", "127\n", "env: exec nosuch: No such file or directory\n"],
    ["env A=1 B", "", "env: exec B: No such file or directory\n", 127],
    ["env -i printenv; echo $?", "0\n"],
    ["env false; echo $?", "1\n"],
    ["env -x; echo $?", "125\n", "env: Unknown option 'x' (see \"env --help\")\n"],
    ["env A=1 printenv A", "1\n"],
    ["A=5 printenv A", "5\n"],
    ["printenv NOSUCH; echo $?", "1\n"],
    ["A=1 B=2 printenv A B", "1\n2\n"],
    ["A=1 printenv -0 A | od -c", "0000000   1  \\0\n0000002\n"],
    ["timeout 0.1 sleep 5; echo $?", "124\n"],
    ["timeout -s KILL 0.1 sleep 5; echo $?", "137\n"],
    ["timeout 1 false; echo $?", "1\n"],
    ["timeout; echo $?", "125\n", 'timeout: Need 2 arguments (see "timeout --help")\n'],
    ["timeout x echo; echo $?", "125\n", "timeout: Not a number 'x'\n"],
    ["timeout 1 nosuch; echo $?", "127\n", "timeout: exec nosuch: No such file or directory\n"],
    ["timeout --preserve-status 0.1 sleep 4; echo $?", "143\n"],
    ["timeout -i 0.2 sleep 3; echo $?", "124\n"],
    ["nohup echo hi 2>/dev/null", "hi\n"],
    ["nohup nosuch 2>/dev/null; echo $?", "127\n"],
    ["nohup; echo $?", "125\n", 'nohup: Needs 1 argument (see "nohup --help")\n'],
    ["nice echo hi", "hi\n"],
    ["nice -n 5 echo hi", "hi\n"],
    ["nice nosuch; echo $?", "127\n", "nice: exec nosuch: No such file or directory\n"],
    ["nice -n x echo hi; echo $?", "1\n", "nice: not integer: x\n"],
    ["setsid echo hi", "hi\n"],
    ["setsid; echo $?", "1\n", 'setsid: Needs 1 argument (see "setsid --help")\n'],
  ]);
});
