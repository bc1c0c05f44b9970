import { describe } from "vitest";
import { testRows, type Row } from "../testing/script-table.ts";

// Expected values come from mksh R59c, toybox 0.8.9 and Kernighan's awk 20220912.
const programs = ["/system/bin/echo", "toybox echo", "env echo", "command -p nice echo"];

describe("echo as a program", () => {
  testRows([
    ...programs.map((echo): Row => [`${echo} 'a\\tb'`, "a\\tb\n"]),
    ["printf '%s\\n' 'a\\tb' | xargs echo", "a\\tb\n"],
    ["touch 'a\\tb'; find . -name 'a*' -exec echo {} +", "./a\\tb\n"],
    ["find . -maxdepth 0 -exec echo 'a\\tb' \\;", "a\\tb\n"],
    ["toybox echo -e 'a\\tb\\0101\\x41\\u41\\cX' y", "a\tbAAA"],
    ["toybox echo -e 'a\\xZ' '\\1' '\\q' 'a\\'", "a\\xZ \\1 \\q a\\\n"],
    ["toybox echo -Ee 'a\\tb'; toybox echo -eE 'a\\tb'", "a\tb\na\\tb\n"],
    ["toybox echo -n x; toybox echo -nx a; toybox echo -x a", "x-nx a\n-x a\n"],
    ["toybox echo -- -n a; toybox echo -n -- a; toybox echo - a; toybox echo -e --", "-n a\na- a\n\n"],
    ["toybox echo; toybox echo ''; toybox echo a -n", "\n\na -n\n"],
  ]);
});

describe("echo of the shell", () => {
  testRows([
    ["echo 'a\\tb' -n; echo -n 'x\\c' y; echo -E 'a\\tb'; echo -e 'a\\tb'", "a\tb -n\nx ya\\tb\na\tb\n"],
    ["echo -- a; echo -nx a; echo '\\101 \\0101 \\x41'", "-- a\n-nx a\n\\101 A A\n"],
    ["builtin echo 'a\\tb'; command echo 'a\\tb'", "a\tb\na\tb\n"],
  ]);
});

describe("test as a program", () => {
  const results: [args: string, code: number][] = [
    ["a = a", 0],
    ["a = b", 1],
    ["", 1],
    ["a", 0],
    ["''", 1],
    ["! a", 1],
    ["! ! a", 0],
    ["! = !", 0],
    ["'(' = '('", 0],
    ["!", 0],
    ["'('", 0],
    ["-z", 0],
    ["-n ''", 1],
    ["'' -a '' -o a", 0],
    ["a -o '' -a ''", 0],
    ["! '' -a a", 0],
    ["'(' a ')'", 0],
    ["-d /sdcard -a -e /", 0],
    ["-f / -o '(' a = a ')'", 0],
    ["1 -lt 2 -o 3", 0],
    ["abc '=~' b.", 0],
    ["abc '=~' x", 1],
    ["a '<' b", 0],
    ["a '>' b", 1],
    ["0x10 -eq 16", 0],
    ["010 -eq 8", 0],
    ["1024 -eq 1k", 0],
    ["1 -eq 1k", 1],
    ["' 1' -eq 1", 0],
    ["-1 -lt 0", 0],
  ];
  const complaints: [args: string, message: string][] = [
    ["1 -eq x", "not integer: x"],
    ["'' -eq 0", "not integer: "],
    ["08 -eq 8", "not integer: 08"],
    ["99999999999999999999 -eq 1", "99999999999999999999: Numerical result out of range"],
    ["a b", "too many arguments"],
    ["a =", "too many arguments"],
    ["a -foo b", "too many arguments"],
    ["/ -ef /", "too many arguments"],
    ["-O /", "too many arguments"],
    ["1 -eq 1 x", "too many arguments"],
  ];
  testRows([
    ...results.map(([args, code]): Row => [`toybox test ${args}`, "", "", code]),
    ...complaints.map(([args, message]): Row => [`toybox test ${args}`, "", `test: ${message}\n`, 2]),
    ["/system/bin/[ a = a", "", "[: Missing ']'\n", 2],
    ["/system/bin/[ a = a ]; echo $?; /system/bin/[ ]; echo $?", "0\n1\n"],
    ["find . -maxdepth 0 -exec test -d {} \\; -print", ".\n"],
  ]);
});

describe("other programs with the names of builtins", () => {
  testRows([
    ["toybox pwd x", "", 'pwd: Max 0 arguments (see "pwd --help")\n', 1],
    ["/system/bin/pwd -z", "", "pwd: Unknown option 'z' (see \"pwd --help\")\n", 1],
    ["ln -s . l; cd l; test $(toybox pwd -P) = $(cd .. && toybox pwd)", ""],
    ["toybox kill", "", 'kill: missing argument (see "kill --help")\n', 1],
    ["toybox kill -s", "", 'kill: Missing argument to -s (see "kill --help")\n', 1],
    ["toybox kill -foo 1", "", "kill: Unknown signal 'foo'\n", 1],
    ["toybox kill abc 99999", "", "kill: bad pid 'abc': No such process\nkill: bad pid '99999': No such process\n", 1],
    ["toybox kill -l 9; toybox kill -l TERM; toybox kill -l 137; toybox kill -l foo", "KILL\n15\nKILL\n-1\n"],
    ["toybox kill -l | head -1", " 1) SIGHUP       2) SIGINT       3) SIGQUIT      4) SIGILL       5) SIGTRAP     \n"],
    ["toybox true a; echo $?; toybox false a; echo $?", "0\n1\n"],
    ["toybox time true 2>&1 | tr 0-9 N", "\nreal\tN.NNN\nuser\tN.NNN\nsys\tN.NNN\n"],
    ["toybox time -p false 2>&1 | tr 0-9 N", "real N.NNNNNN\nuser N.NNNNNN\nsys N.NNNNNN\n"],
    ["toybox printf '%b|%s\\n' 'c\\td' 'c\\td'; toybox printf 'x\\cy'", "c\td|c\\td\nx"],
    ["toybox printf", "", 'printf: Needs 1 argument (see "printf --help")\n', 1],
    ["toybox printf '%d' x", "0", "printf: bad %d x\n", 1],
  ]);
});

describe("toybox", () => {
  testRows([
    ["toybox --version; ls --version", "toybox 0.8.9-android\ntoybox 0.8.9-android\n"],
    ["toybox --help | head -1", "usage: toybox [--long | --help | --version | [COMMAND] [ARGUMENTS...]]\n"],
    ["toybox | tr ' ' '\\n' | grep -x -e am -e echo -e toybox", "echo\n"],
    ["toybox nosuch", "", 'toybox: Unknown command nosuch (see "toybox --help")\n', 127],
    ["toybox toybox echo a", "", 'toybox: Unknown command toybox (see "toybox --help")\n', 127],
    ["toybox am", "", 'toybox: Unknown command am (see "toybox --help")\n', 127],
  ]);
});

describe("awk's infinite numbers", () => {
  testRows([
    ["awk 'BEGIN {print 2^1024, 1e308*10, -1e308*10, int(2^1024)}'", "+inf +inf -inf +inf\n"],
    ["awk 'BEGIN {printf \"%.2f %e %g\\n\", 2^1024, 2^1024, 2^1024}'", "inf inf inf\n"],
    ['awk \'BEGIN {x = 2^1024; print (x == x ""), x ""}\'', "1 +inf\n"],
  ]);
});
