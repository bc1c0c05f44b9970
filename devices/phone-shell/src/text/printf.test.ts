import { describe } from "vitest";
import { testRows } from "../testing/script-table.ts";

// Taken from toybox 0.8.9 and Kernighan's awk, which answer the same.

describe("numbers are rounded as C does, those between two to the even one,", () => {
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
