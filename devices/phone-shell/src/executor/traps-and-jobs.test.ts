import { describe } from "vitest";
import { testRows } from "../testing/script-table.ts";

// Expected values come from mksh R59c with toybox 0.8.9.

describe("traps, signals, jobs and pipelines work as in mksh", () => {
  testRows([
    ["trap 'echo bye' EXIT; echo hi; trap; trap - EXIT; trap; echo end", "hi\ntrap -- 'echo bye' EXIT\nend\n"],
    ["trap 'echo bye $?' EXIT; exit 3", "bye 3\n", "", 3],
    ["trap 'exit 5' EXIT; exit 3", "", "", 5],
    ["trap 'echo one' EXIT; trap 'echo two' 0; trap", "trap -- 'echo two' EXIT\ntwo\n"],
    [
      "trap 'echo int' INT; kill -INT $$; echo after; kill -s INT $$; kill -2 $$; echo end",
      "int\nafter\nint\nint\nend\n",
    ],
    ["trap '' INT; kill -INT $$; echo alive; trap; trap - INT; trap", "alive\ntrap -- '' INT\n"],
    ["trap 'echo got $?' TERM; (exit 4); kill $$; echo $?", "got 0\n0\n"],
    ["trap 'return 3' USR1; f() { kill -USR1 $$; echo after; }; f; echo $?", "3\n"],
    [
      "trap 'echo sub' EXIT; (echo in); echo $(echo cs); (trap 'echo own' EXIT; echo in2); echo out",
      "in\ncs\nin2\nown\nout\nsub\n",
    ],
    [
      "trap 'echo parent' USR1; (trap; kill -USR1 $$; echo child); echo end; sh -c 'trap; kill -0 $$ && echo ok'",
      "child\nparent\nend\nok\n",
    ],
    [
      "trap 'echo err $?' ERR; false; true; ! true; false || true; if false; then :; fi; (exit 3); f() { false; }; f; echo end",
      "err 1\nerr 3\nerr 1\nend\n",
    ],
    [
      "trap 'echo dbg' DEBUG; echo a; trap - DEBUG; echo b",
      "a\nb\n",
      "/system/bin/sh: trap: bad signal: DEBUG\n/system/bin/sh: trap: bad signal: DEBUG\n",
    ],
    ["f() { trap 'echo fexit' EXIT; echo inf; }; f; echo after", "inf\nafter\nfexit\n"],
    ["function g { trap 'echo gexit' EXIT; echo ing; }; g; echo after", "ing\nafter\ngexit\n"],
    [
      "trap 'echo cleanup; rm -f tmp' EXIT; touch tmp; ls; nonesuch_command; exit",
      "tmp\ncleanup\n",
      "/system/bin/sh: nonesuch_command: inaccessible or not found\n",
      127,
    ],
    ["trap 'echo bye' EXIT; set -e; false; echo no", "bye\n", "", 1],
    ["trap 'echo bye' EXIT; set -u; echo $nope; echo no", "bye\n", "/system/bin/sh: nope: parameter not set\n", 1],
    ["trap 'echo bye' EXIT; eval 'if'; echo no", "bye\n", "/system/bin/sh: syntax error: unmatched 'if'\n", 1],
    ["trap 'echo bye' EXIT; kill -9 $$", "", "", 137],
    ["trap 'echo term; exit 7' TERM; kill $$; sleep 5; echo no", "term\n", "", 7],
    [
      "sleep 30 & trap 'echo woke' USR1; (sleep 0.1; kill -USR1 $$) & wait %1; echo $? | sed 's/[0-9]*/code/'; kill %1; wait; echo done",
      "woke\ncode\ndone\n",
    ],
    [
      "{ sleep 0.02; exit 7; } & p=$!; wait $p; echo $?; wait $p; echo $?; true & wait $!; echo $?; echo $! | grep -c '^[0-9]'",
      "7\n127\n0\n1\n",
    ],
    [
      "(sleep 0.05; echo late) & echo early; wait; { echo a & echo b >&2; wait; } 2>/dev/null; for i in 1 2 3; do (exit $i) & done; wait; echo $?",
      "early\nlate\na\n0\n",
    ],
    [
      "true & true; wait; echo a | cat & wait; x=$(sleep 0.01 & echo bg; wait); echo $x; (echo in & wait); echo out; sleep 0 & disown 2>&1 | head -1; bg; echo $?; fg; echo $?",
      "a\nbg\nin\nout\n/system/bin/sh: disown: inaccessible or not found\n1\n1\n",
      "/system/bin/sh: bg: job control not enabled\n/system/bin/sh: fg: job control not enabled\n",
    ],
    [
      "cat & wait; echo $?; read x & wait; echo [$x]; echo piped | { cat & wait; }; (cat) < /dev/null & wait; echo end; exec 3<<<three; cat <&3 & wait",
      "0\n[]\nend\nthree\n",
    ],
    [
      "yes | head -n 1; echo $? ${PIPESTATUS[*]}; true | false | true; echo $? ${PIPESTATUS[*]}; set -o pipefail; true | false | true; echo $?; ! false | true; echo $?; exit 3 | true; echo $?",
      "y\n0 141 0\n0 0 1 0\n1\n0\n3\n",
    ],
    [
      "echo a | read x; echo [$x]; echo a | { read x; echo $x; }; x=1; echo | x=2; echo $x; { x=3; } | cat; echo $x; f() { x=4; }; f | cat; echo $x; f; echo $x; (x=5); echo $x",
      "[]\na\n1\n1\n1\n4\n4\n",
    ],
    [
      "seq 100000 | head -n 2 | tail -n 1; seq 100000 | sed 2q | wc -l; cat /dev/zero | head -c 5 | wc -c; echo early | true; echo $?; yes | :; echo $?; seq 5 | while read x; do [ $x = 3 ] && break; echo $x; done",
      "2\n2\n5\n0\n0\n1\n2\n",
    ],
    [
      "trap 'echo err $?' ERR; f() { false; true; }; f; g() { (exit 4); return 5; }; g; g || echo or; { false; }; (false); false | true; true | false",
      "err 1\nerr 4\nerr 5\nor\nerr 1\nerr 1\nerr 1\n",
      "",
      1,
    ],
  ]);
});

describe("traps run at the same times as in mksh", () => {
  testRows([
    ["(trap 'echo sub' EXIT; echo in); echo out", "in\nsub\nout\n"],
    ["trap 'echo T' TERM; kill -TERM $$; echo after", "T\nafter\n"],
    ["trap '' TERM; kill -TERM $$; echo alive; trap - TERM; trap", "alive\n"],
    ["trap 'echo a' USR1; trap; trap - USR1; trap", "trap -- 'echo a' USR1\n"],
    ["trap 'echo ERR' ERR; false; echo x; true", "ERR\nx\n"],
    ["trap 'echo D' DEBUG; echo x", "x\n", "/system/bin/sh: trap: bad signal: DEBUG\n"],
    ["trap 0; trap 'echo e' 0; trap", "trap -- 'echo e' EXIT\ne\n"],
    ["trap 'echo x' NOSUCH; echo $?", "1\n", "/system/bin/sh: trap: bad signal: NOSUCH\n"],
    ["trap 'echo one; trap \"echo two\" EXIT' EXIT", "one\n"],
    ["f() { trap 'echo fexit' EXIT; echo f; }; f; echo main", "f\nmain\nfexit\n"],
    ["trap 'echo int; exit 5' INT; kill -INT $$; echo no", "int\n", "", 5],
  ]);
});

describe("PIPESTATUS lists the exit codes of the last command or pipeline", () => {
  testRows([
    [
      "echo ${PIPESTATUS[@]}; true | false | true; echo ${PIPESTATUS[@]}; false; echo ${PIPESTATUS[@]}",
      "0\n0 1 0\n1\n",
    ],
    [
      "true | false; x=1; echo ${PIPESTATUS[@]}; x=$(exit 3); echo ${PIPESTATUS[@]}; (exit 4); echo ${PIPESTATUS[@]}; nosuch 2> /dev/null; echo ${PIPESTATUS[@]}",
      "0\n3\n4\n127\n",
    ],
    [
      "false | true; [[ -n x ]]; echo ${PIPESTATUS[@]}; ((0)); echo ${PIPESTATUS[@]}; false | true; > f; echo ${PIPESTATUS[@]}",
      "0\n1\n0\n",
    ],
    ["false | true; : & echo ${PIPESTATUS[@]}; wait; false | true & wait; echo ${PIPESTATUS[@]}", "0\n0\n"],
    [
      "f() { return 7; }; f; echo ${PIPESTATUS[@]}; f() { false | true; }; f; echo ${PIPESTATUS[@]}; f() { false | true; return 4; }; f; echo ${PIPESTATUS[@]}",
      "7\n1 0\n4\n",
    ],
    [
      "! false | true; echo ${PIPESTATUS[@]}; true | false; ! true; echo ${PIPESTATUS[@]}; true | (exit 3) || echo ${PIPESTATUS[@]}",
      "1 0\n1\n0 3\n",
    ],
    [
      "{ false | true; }; echo ${PIPESTATUS[@]}; for i in 1; do false | true; done; echo ${PIPESTATUS[@]}; case a in a) false | true;; esac; echo ${PIPESTATUS[@]}; eval 'false | true'; echo ${PIPESTATUS[@]}",
      "1 0\n1 0\n1 0\n1 0\n",
    ],
    [
      "false | true; for i in; do :; done; echo ${PIPESTATUS[@]}; false | true; case x in y) ;; esac; echo ${PIPESTATUS[@]}; false | true; while false; do :; done; echo ${PIPESTATUS[@]}; false | true; if false; then :; fi; echo ${PIPESTATUS[@]}",
      "0\n0\n0\n0\n",
    ],
    [
      "false | true; { echo ${PIPESTATUS[@]}; }; false | true; (echo ${PIPESTATUS[@]}); false | true; echo $(echo ${PIPESTATUS[@]}); if false | true; then echo ${PIPESTATUS[@]}; fi",
      "1 0\n1 0\n1 0\n1 0\n",
    ],
    ["trap 'echo ${PIPESTATUS[@]}' EXIT; false | true", "1 0\n"],
  ]);
});
