import { describe } from "vitest";
import { testRows } from "../testing/script-table.ts";

// Expected values come from toybox 0.8.9 and Kernighan's awk.

describe("rounds numbers as C does, halves to even,", () => {
  testRows([
    ["printf '%.0f %.0f %.0f %.1f %.2f %.2f\\n' 0.5 1.5 2.5 2.25 1.005 0.125", "0 2 2 2.2 1.00 0.12\n"],
    ["printf '%.0f %.1f %e %.0f\\n' -2.5 -0.25 1e22 1e22", "-2 -0.2 1.000000e+22 10000000000000000000000\n"],
    [
      "printf '%.2e %.0e %.0e %.3g %g %g\\n' 1.125 2.5 3.5 2.125 100000.5 1000000.5",
      "1.12e+00 2e+00 4e+00 2.12 100000 1e+06\n",
    ],
    [
      "awk 'BEGIN { print 100000.5, 250000.5, 0.1 + 0.2, 1e21, 123456.5 \"\" }'",
      "100000 250000 0.3 1000000000000000000000 123456\n",
    ],
    ["awk 'BEGIN { printf \"%.0f %.0f %.1f %.2e\\n\", 0.5, 2.5, 0.25, 1.125 }'", "0 2 0.2 1.12e+00\n"],
  ]);
});

describe("printf counts widths and precisions in bytes", () => {
  testRows([
    ["for x in ü 苔 👩; do printf '%5s|%-5s|' $x $x | wc -c; done", "12\n12\n12\n"],
    ["printf '%.3s' 苔藓 | od -An -tx1; printf '%.3s' üü | od -An -tx1", " e8 8b 94\n c3 bc c3\n"],
    ["printf '%c%3c' ü ü | od -An -tx1", " c3 20 20 c3\n"],
    ['awk \'BEGIN { printf "%5s%.1s", "ü", "üa" }\' | od -An -tx1', " 20 20 20 20 c3 bc c3 bc\n"],
  ]);
});

describe("printf parses formats, flags and values as toybox does", () => {
  testRows([
    ["printf '%5d|%-5d|%05d|%+d|% d\\n' 42 42 42 42 42", "   42|42   |00042|+42| 42\n"],
    ["printf '%x %X %#x %o %#o %u\\n' 255 255 255 8 8 7", "ff FF 0xff 10 010 7\n"],
    ["printf '%b|%b\\n' 'a\\tb' 'x\\0101y'", "a\tb|xAy\n"],
    ["printf '%.3s|%10.2s|%-10s|\\n' abcdef abcdef abc", "abc|        ab|abc       |\n"],
    ["printf '%d %d %d\\n' 0x1f 010 \"'A\"", "31 8 65\n"],
    ["printf '%d\\n' 12abc; echo $?", "12\n1\n", "printf: bad %d 12abc\n"],
    ["printf 'no newline'; echo; printf '%s' ''; echo $?", "no newline\n0\n"],
    ["printf '%s %d\\n' a 1 b 2 c", "a 1\nb 2\nc 0\n"],
    ["printf -- '-%s-\\n' x", "-x-\n"],
    ["printf '%e %g %f\\n' 1.5 0.0001 2.25", "1.500000e+00 0.0001 2.250000\n"],
    ["printf '%b' 'a\\cb'; echo z", "az\n"],
    ["printf 'a\\cb'; echo z", "az\n"],
    ["printf '%08.3f|%+.1e|%G\\n' 3.14159 12345 1e-10", "0003.142|+1.2e+04|1E-10\n"],
    ['printf \'%s\\n\' "$@"; set -- 1 "2 3"; printf \'<%s>\' "$@"; echo', "\n<1><2 3>\n"],
  ]);
});
