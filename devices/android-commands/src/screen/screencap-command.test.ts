import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("screencap", () => {
  testOnPhone(used, [
    ["screencap -p", "PNG of the screen"],
    ["screencap -p f.png; cat f.png; screencap g.png; cmp f.png g.png", "PNG of the screen"],
    ["screencap | head -c 16 | od -An -tu4", "         720        1280           1           1\n"],
    ["screencap raw; wc -c < raw", "3686416\n"],
    ["screencap -d 0 -p | head -c 4 | od -An -c", " 211   P   N   G\n"],
    ["screencap -d 7 -p; screencap -d", "", "Invalid display ID: 7\nInvalid display ID: \n", 1],
    ["screencap -j 2>&1 | head -1", "usage: screencap [-hp] [-d display-id] [FILENAME]\n"],
    ["screencap a b 2>&1 | head -1", "usage: screencap [-hp] [-d display-id] [FILENAME]\n"],
    ["screencap -h | head -1", "usage: screencap [-hp] [-d display-id] [FILENAME]\n"],
    ["screencap /system/x.png", "", "screencap: /system/x.png: Read-only file system\n", 1],
    ['screencap nodir/x.png 2>&1 | sed "s|/.*/nodir|nodir|"', "screencap: nodir/x.png: No such file or directory\n"],
  ]);
});
