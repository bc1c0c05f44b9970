import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

// Expected values come from toybox 0.8.9.

describe("tar parses options as toybox does", () => {
  testRows([
    ["mkdir d; echo a > d/f; tar cf t d; tar tf t; rm -r d; tar xf t; cat d/f", "d/\nd/f\na\n"],
    ["mkdir d; echo a > d/f; tar cf - d | tar tf -; tar c d | tar xO d/f", "d/\nd/f\na\n"],
    [
      "echo a > f; tar cf t f; mkdir o; tar xf t -C o; cat o/f; tar xf t -C none; echo $?",
      "a\n1\n",
      "tar: chdir 'none': No such file or directory\n",
    ],
    [
      "mkdir -p a/b; echo 1 > a/b/c; echo 2 > a/d; tar cf t --exclude 'c' a; tar tf t; tar cf t --exclude='*/d' a; tar tf t",
      "a/\na/b/\na/d\na/\na/b/\na/b/c\n",
    ],
    [
      "echo a > f; chmod 640 f; touch -d @86400 f; tar cf t f; rm f; tar xf t; stat -c '%a %Y' f; tar xmf t; [ $(stat -c %Y f) -gt 86400 ] && echo now",
      "640 86400\nnow\n",
    ],
    [
      "echo a > f; tar cf t f; echo b > f; tar xkf t; echo $?; cat f; tar xf t; cat f",
      "1\nb\na\n",
      "tar: f: File exists\ntar: had errors\n",
    ],
    [
      "mkdir d; echo a > d/f; tar cf t -C d f; tar tf t; tar cf t --strip-components=1 d 2>&1; tar cf t d; mkdir o; tar xf t -C o --strip-components=1; ls o",
      "f\nf\n",
    ],
    [
      "echo junk > t; tar xf t; echo $?; tar tf /dev/null; echo $?; tar xf none; echo $?",
      "1\n1\n1\n",
      "tar: Not tar\ntar: Not tar\ntar: none: No such file or directory\n",
    ],
    [
      "tar; echo $?; tar c; echo $?; tar cf t none; echo $?",
      "1\n1\n1\n",
      'tar: Needs -txc (see "tar --help")\ntar: empty archive\ntar: none: No such file or directory\ntar: had errors\n',
    ],
    [
      "tar cf t; echo $?; tar -Q; echo $?",
      "1\n1\n",
      "tar: empty archive\ntar: Unknown option 'Q' (see \"tar --help\")\n",
    ],
    [
      "n=$(printf 'n%.0s' $(seq 150)); echo long > $n; tar cf t $n; rm $n; tar xf t; cat n*; tar tf t | wc -c",
      "long\n151\n",
    ],
    [
      "mkdir -p $(printf 'dir%.0s/' $(seq 60)); echo deep > $(printf 'dir%.0s/' $(seq 60))f; tar cf t dir; rm -r dir; tar xf t; cat $(printf 'dir%.0s/' $(seq 60))f",
      "deep\n",
    ],
    ["echo f > list; echo a > f; tar cf t -T list; tar tf t; echo 'f' | tar cT - | tar t", "f\nf\n"],
  ]);
});

describe("tar fails as toybox does", () => {
  testRows([
    [
      "tar cf t /none 2> /dev/null; echo a > f; tar cf t f; tar xf t -C none; echo $?; tar tf t -C none; echo $?",
      "1\n1\n",
      "tar: chdir 'none': No such file or directory\ntar: chdir 'none': No such file or directory\n",
    ],
    [
      "echo a > f; tar cf t f; echo b > f; tar xkf t; echo $?; cat f; tar xf t; cat f",
      "1\nb\na\n",
      "tar: f: File exists\ntar: had errors\n",
    ],
    ["echo f > list; echo a > f; tar cf t -T list; tar tf t; echo f | tar cT - | tar t", "f\nf\n"],
  ]);
});
