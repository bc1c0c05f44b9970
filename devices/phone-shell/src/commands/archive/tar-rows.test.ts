import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

// Expected values come from toybox 0.8.9 under mksh R59c.
describe("tar behaves as in toybox:", () => {
  testRows([
    ["tar cf a.tar nope; echo $?", "1\n", "tar: nope: No such file or directory\ntar: had errors\n"],
    ["mkdir d; echo x > d/f; tar cf a.tar d; tar tf a.tar", "d/\nd/f\n"],
    ["mkdir d; echo x > d/f; tar cf a.tar d; rm -r d; tar xf a.tar; cat d/f", "x\n"],
    ["mkdir d; echo x > d/f; tar cf a.tar d; rm -r d; tar xvf a.tar", "d/\nd/f\n"],
    ["mkdir d; echo x > d/f; tar cvf a.tar d", "d/\nd/f\n"],
    ["mkdir d; echo x > d/f; echo y > d/g; tar cf a.tar d; rm -r d; tar xf a.tar d/g; find d | sort", "d\nd/g\n"],
    ["mkdir d; echo x > d/f; echo y > d/g; tar cf a.tar --exclude '*g' d; tar tf a.tar", "d/\nd/f\n"],
    ["mkdir d; echo x > d/f; tar cf - d | tar tf -", "d/\nd/f\n"],
    ["mkdir d e; echo x > d/f; tar cf a.tar -C d f; tar xf a.tar -C e; ls e", "f\n"],
    ["mkdir d; echo x > d/f; tar cf a.tar d; tar xOf a.tar d/f", "x\n"],
    [
      "mkdir -p a/b/c; echo x > a/b/c/f; tar cf t.tar a; mkdir o; tar xf t.tar -C o --strip-components 2; find o | sort",
      "o\no/c\no/c/f\n",
    ],
    ["mkdir d; ln -s f d/l; tar cf a.tar d; rm -r d; tar xf a.tar; readlink d/l", "f\n"],
    ["printf 'd/f\\n' > list; mkdir d; echo x > d/f; echo y > d/g; tar cf a.tar -T list; tar tf a.tar", "d/f\n"],
    ["tar; echo $?", "1\n", 'tar: Needs -txc (see "tar --help")\n'],
    ["tar xf nope.tar; echo $?", "1\n", "tar: nope.tar: No such file or directory\n"],
    ["echo garbage > a.tar; tar tf a.tar; echo $?", "1\n", "tar: Not tar\n"],
    ["mkdir d; echo x > d/f; tar cf a.tar d; tar tf a.tar nope; echo $?", "0\n"],
    ["tar cf a.tar; echo $?", "1\n", "tar: empty archive\n"],
  ]);
});
