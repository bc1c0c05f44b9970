import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

// Expected values come from toybox 0.8.9 under mksh R59c.

describe("chmod, ln, touch and stat take options as toybox does", () => {
  testRows([
    ["touch f; chmod 755 f; stat -c %a f", "755\n"],
    ["touch f; chmod 755 f; chmod u-w f; chmod a=r f; chmod +w f; stat -c %a f", "666\n"],
    ["touch f; chmod 755 f; chmod u-w f; chmod a=r f; chmod +w f; chmod go+x,u=rw f; stat -c %a f", "677\n"],
    ["touch f; chmod 755 f; chmod -x f; chmod -Rx f; stat -c %a f", "644\n", "chmod: bad mode '-Rx'\n"],
    [
      "touch f; chmod 755 f; chmod u-w f; chmod a=r f; chmod +w f; chmod go+x,u=rw f; chmod g=u f; stat -c %a f",
      "667\n",
    ],
    [
      "touch f; chmod 755 f; chmod u-w f; chmod a=r f; chmod +w f; chmod go+x,u=rw f; chmod g=u f; chmod o-rwx f; stat -c %a f",
      "660\n",
    ],
    [
      "touch f; chmod 755 f; chmod u-w f; chmod a=r f; chmod +w f; chmod go+x,u=rw f; chmod g=u f; chmod o-rwx f; chmod =rw f; stat -c %a f",
      "666\n",
    ],
    [
      "touch f; chmod 755 f; chmod u-w f; chmod a=r f; chmod +w f; chmod go+x,u=rw f; chmod g=u f; chmod o-rwx f; chmod =rw f; chmod 0644 f; stat -c %A f",
      "-rw-r--r--\n",
    ],
    [
      "touch f; chmod 755 f; chmod u-w f; chmod a=r f; chmod +w f; chmod go+x,u=rw f; chmod g=u f; chmod o-rwx f; chmod =rw f; chmod 0644 f; chmod ug+x f; stat -c %A f",
      "-rwxr-xr--\n",
    ],
    [
      "touch f; chmod 755 f; chmod u-w f; chmod a=r f; chmod +w f; chmod go+x,u=rw f; chmod g=u f; chmod o-rwx f; chmod =rw f; chmod 0644 f; chmod ug+x f; chmod a+X f; stat -c %a f",
      "755\n",
    ],
    [
      "touch f; chmod 755 f; chmod u-w f; chmod a=r f; chmod +w f; chmod go+x,u=rw f; chmod g=u f; chmod o-rwx f; chmod =rw f; chmod 0644 f; chmod ug+x f; chmod a+X f; mkdir d; chmod 600 d; chmod a+X d; stat -c %a d",
      "711\n",
    ],
    [
      "touch f; chmod 755 f; chmod u-w f; chmod a=r f; chmod +w f; chmod go+x,u=rw f; chmod g=u f; chmod o-rwx f; chmod =rw f; chmod 0644 f; chmod ug+x f; chmod a+X f; mkdir d; chmod 600 d; chmod a+X d; chmod -R 755 d; chmod -v 644 f; chmod -f 644 nope; echo $?",
      "chmod 'f' to 644\n1\n",
      "chmod: nope: No such file or directory\n",
    ],
    [
      "touch f; chmod 755 f; chmod u-w f; chmod a=r f; chmod +w f; chmod go+x,u=rw f; chmod g=u f; chmod o-rwx f; chmod =rw f; chmod 0644 f; chmod ug+x f; chmod a+X f; mkdir d; chmod 600 d; chmod a+X d; chmod -R 755 d; chmod -v 644 f; chmod -f 644 nope; chmod 644 nope; echo $?",
      "chmod 'f' to 644\n1\n",
      "chmod: nope: No such file or directory\nchmod: nope: No such file or directory\n",
    ],
    [
      "touch f; chmod 755 f; chmod u-w f; chmod a=r f; chmod +w f; chmod go+x,u=rw f; chmod g=u f; chmod o-rwx f; chmod =rw f; chmod 0644 f; chmod ug+x f; chmod a+X f; mkdir d; chmod 600 d; chmod a+X d; chmod -R 755 d; chmod -v 644 f; chmod -f 644 nope; chmod 644 nope; chmod 8 f; echo $?",
      "chmod 'f' to 644\n1\n",
      "chmod: nope: No such file or directory\nchmod: nope: No such file or directory\nchmod: bad mode '8'\n",
    ],
    [
      "touch f; chmod 755 f; chmod u-w f; chmod a=r f; chmod +w f; chmod go+x,u=rw f; chmod g=u f; chmod o-rwx f; chmod =rw f; chmod 0644 f; chmod ug+x f; chmod a+X f; mkdir d; chmod 600 d; chmod a+X d; chmod -R 755 d; chmod -v 644 f; chmod -f 644 nope; chmod 644 nope; chmod 8 f; chmod q f; echo $?",
      "chmod 'f' to 644\n1\n",
      "chmod: nope: No such file or directory\nchmod: nope: No such file or directory\nchmod: bad mode '8'\nchmod: bad mode 'q'\n",
    ],
    ["ln -s a l; readlink l", "a\n"],
    ["ln -s a l; ln -s b l; echo $?", "1\n", "ln: cannot create symbolic link from 'b' to 'l': File exists\n"],
    [
      "ln -s a l; ln -s b l; ln -sf b l; readlink l",
      "b\n",
      "ln: cannot create symbolic link from 'b' to 'l': File exists\n",
    ],
    [
      "ln -s a l; ln -s b l; ln -sf b l; mkdir d; ln -s x d; readlink d/x",
      "x\n",
      "ln: cannot create symbolic link from 'b' to 'l': File exists\n",
    ],
    [
      "ln -s a l; ln -s b l; ln -sf b l; mkdir d; ln -s x d; ln -s ../t d/u; readlink d/u",
      "../t\n",
      "ln: cannot create symbolic link from 'b' to 'l': File exists\n",
    ],
    [
      "ln -s a l; ln -s b l; ln -sf b l; mkdir d; ln -s x d; ln -s ../t d/u; ln -sv c m; ln -s; echo $?",
      "1\n",
      "ln: cannot create symbolic link from 'b' to 'l': File exists\n'm' -> 'c'\nln: Needs 1 argument (see \"ln --help\")\n",
    ],
    [
      "ln -s a l; ln -s b l; ln -sf b l; mkdir d; ln -s x d; ln -s ../t d/u; ln -sv c m; ln -s; ln nope x; echo $?",
      "1\n",
      "ln: cannot create symbolic link from 'b' to 'l': File exists\n'm' -> 'c'\nln: Needs 1 argument (see \"ln --help\")\nln: cannot create hard link from 'nope' to 'x': No such file or directory\n",
    ],
    [
      "ln -s a l; ln -s b l; ln -sf b l; mkdir d; ln -s x d; ln -s ../t d/u; ln -sv c m; ln -s; ln nope x; ln -s y d/x; echo $?",
      "1\n",
      "ln: cannot create symbolic link from 'b' to 'l': File exists\n'm' -> 'c'\nln: Needs 1 argument (see \"ln --help\")\nln: cannot create hard link from 'nope' to 'x': No such file or directory\nln: cannot create symbolic link from 'y' to 'd/x': File exists\n",
    ],
    [
      "ln -s a l; ln -s b l; ln -sf b l; mkdir d; ln -s x d; ln -s ../t d/u; ln -sv c m; ln -s; ln nope x; ln -s y d/x; ln -sfn z l; readlink l",
      "z\n",
      "ln: cannot create symbolic link from 'b' to 'l': File exists\n'm' -> 'c'\nln: Needs 1 argument (see \"ln --help\")\nln: cannot create hard link from 'nope' to 'x': No such file or directory\nln: cannot create symbolic link from 'y' to 'd/x': File exists\n",
    ],
    [
      "ln -s a l; ln -s b l; ln -sf b l; mkdir d; ln -s x d; ln -s ../t d/u; ln -sv c m; ln -s; ln nope x; ln -s y d/x; ln -sfn z l; ln -sf q d; readlink d/q",
      "q\n",
      "ln: cannot create symbolic link from 'b' to 'l': File exists\n'm' -> 'c'\nln: Needs 1 argument (see \"ln --help\")\nln: cannot create hard link from 'nope' to 'x': No such file or directory\nln: cannot create symbolic link from 'y' to 'd/x': File exists\n",
    ],
    [
      "ln -s a l; ln -s b l; ln -sf b l; mkdir d; ln -s x d; ln -s ../t d/u; ln -sv c m; ln -s; ln nope x; ln -s y d/x; ln -sfn z l; ln -sf q d; ln -s d e; ln -sf r e; readlink d/r",
      "r\n",
      "ln: cannot create symbolic link from 'b' to 'l': File exists\n'm' -> 'c'\nln: Needs 1 argument (see \"ln --help\")\nln: cannot create hard link from 'nope' to 'x': No such file or directory\nln: cannot create symbolic link from 'y' to 'd/x': File exists\n",
    ],
    [
      "ln -s a l; ln -s b l; ln -sf b l; mkdir d; ln -s x d; ln -s ../t d/u; ln -sv c m; ln -s; ln nope x; ln -s y d/x; ln -sfn z l; ln -sf q d; ln -s d e; ln -sf r e; ln -snf w e; readlink e",
      "w\n",
      "ln: cannot create symbolic link from 'b' to 'l': File exists\n'm' -> 'c'\nln: Needs 1 argument (see \"ln --help\")\nln: cannot create hard link from 'nope' to 'x': No such file or directory\nln: cannot create symbolic link from 'y' to 'd/x': File exists\n",
    ],
    [
      "ln -s a l; ln -s b l; ln -sf b l; mkdir d; ln -s x d; ln -s ../t d/u; ln -sv c m; ln -s; ln nope x; ln -s y d/x; ln -sfn z l; ln -sf q d; ln -s d e; ln -sf r e; ln -snf w e; ln -s a b c; echo $?",
      "1\n",
      "ln: cannot create symbolic link from 'b' to 'l': File exists\n'm' -> 'c'\nln: Needs 1 argument (see \"ln --help\")\nln: cannot create hard link from 'nope' to 'x': No such file or directory\nln: cannot create symbolic link from 'y' to 'd/x': File exists\nln: cannot create symbolic link from 'b' to 'c': File exists\n",
    ],
    ["ln -s f l; readlink l", "f\n"],
    ["ln -s f l; readlink f; echo $?", "1\n"],
    ["ln -s f l; readlink nope; echo $?", "1\n"],
    ["ln -s f l; readlink -f l | sed 's|.*/||'", "f\n"],
    ["ln -s f l; touch f; readlink -e l | sed 's|.*/||'", "f\n"],
    ["ln -s f l; touch f; readlink -e nope; echo $?", "1\n"],
    ["ln -s f l; touch f; readlink -n l", "f"],
    ["ln -s f l; touch f; echo", "\n"],
    ["ln -s f l; touch f; readlink l l", "f\nf\n"],
    ["ln -s f l; touch f; readlink -q f; echo $?", "1\n"],
    ["ln -s f l; touch f; readlink; echo $?", "1\n", 'readlink: Needs 1 argument (see "readlink --help")\n'],
    ["ln -s f l; touch f; ln -s l2 l1; ln -s l1 l2; readlink -f l1; echo $?", "1\n"],
    ["ln -s f l; touch f; ln -s l2 l1; ln -s l1 l2; realpath l | sed 's|.*/||'", "f\n"],
    ["ln -s f l; touch f; ln -s l2 l1; ln -s l1 l2; realpath -s l 2>&1 | sed 's|.*/||'", "l\n"],
    [
      "ln -s f l; touch f; ln -s l2 l1; ln -s l1 l2; realpath -e nope; echo $?",
      "1\n",
      "realpath: nope: No such file or directory\n",
    ],
    ["ln -s f l; touch f; ln -s l2 l1; ln -s l1 l2; realpath -m a/../b | sed 's|.*/||'", "b\n"],
    ["ln -s f l; touch f; ln -s l2 l1; ln -s l1 l2; realpath /system/../sdcard/./", "/sdcard\n"],
    ["touch a; ls -l a | cut -c1-10", "-rw-rw-rw-\n"],
    ["touch a; touch -d @0 a; stat -c %Y a", "0\n"],
    ["touch a; touch -d @0 a; touch -t 202401020304.05 a; stat -c %Y a", "1704164645\n"],
    ["touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; date -u -r a +%F", "2020-05-06\n"],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; stat -c %Y b",
      "1588723200\n",
    ],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; touch -a -d @5 a; stat -c '%X %Y' a",
      "5 1588723200\n",
    ],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; touch -a -d @5 a; touch -m -d @6 a; stat -c '%X %Y' a",
      "5 6\n",
    ],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; touch -a -d @5 a; touch -m -d @6 a; touch -c nope; ls nope",
      "",
      "ls: nope: No such file or directory\n",
      1,
    ],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; touch -a -d @5 a; touch -m -d @6 a; touch -c nope; touch nodir/x; echo $?",
      "1\n",
      "touch: 'nodir/x': No such file or directory\n",
    ],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; touch -a -d @5 a; touch -m -d @6 a; touch -c nope; touch nodir/x; touch; echo $?",
      "1\n",
      "touch: 'nodir/x': No such file or directory\ntouch: Needs 1 argument (see \"touch --help\")\n",
    ],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; touch -a -d @5 a; touch -m -d @6 a; touch -c nope; touch nodir/x; touch -d bad a; echo $?",
      "1\n",
      "touch: 'nodir/x': No such file or directory\ntouch: bad date bad\n",
    ],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; touch -a -d @5 a; touch -m -d @6 a; touch -c nope; touch nodir/x; touch -d bad a; touch -t bad a; echo $?",
      "1\n",
      "touch: 'nodir/x': No such file or directory\ntouch: bad date bad\ntouch: bad date bad\n",
    ],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; touch -a -d @5 a; touch -m -d @6 a; touch -c nope; touch nodir/x; touch -d bad a; touch -t bad a; touch a b c; ls",
      "a\nb\nc\n",
      "touch: 'nodir/x': No such file or directory\ntouch: bad date bad\ntouch: bad date bad\n",
    ],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; touch -a -d @5 a; touch -m -d @6 a; touch -c nope; touch nodir/x; touch -d bad a; touch -t bad a; touch a b c; touch -d '2024-01-02 03:04:05.5' a; touch -d 2024-01-02T03:04:05+01:00 a; stat -c %Y a",
      "1704161045\n",
      "touch: 'nodir/x': No such file or directory\ntouch: bad date bad\ntouch: bad date bad\n",
    ],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; touch -a -d @5 a; touch -m -d @6 a; touch -c nope; touch nodir/x; touch -d bad a; touch -t bad a; touch a b c; touch -d '2024-01-02 03:04:05.5' a; touch -d 2024-01-02T03:04:05+01:00 a; touch -x a; echo $?",
      "1\n",
      "touch: 'nodir/x': No such file or directory\ntouch: bad date bad\ntouch: bad date bad\ntouch: Unknown option 'x' (see \"touch --help\")\n",
    ],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; touch -a -d @5 a; touch -m -d @6 a; touch -c nope; touch nodir/x; touch -d bad a; touch -t bad a; touch a b c; touch -d '2024-01-02 03:04:05.5' a; touch -d 2024-01-02T03:04:05+01:00 a; touch -x a; touch .; echo $?",
      "0\n",
      "touch: 'nodir/x': No such file or directory\ntouch: bad date bad\ntouch: bad date bad\ntouch: Unknown option 'x' (see \"touch --help\")\n",
    ],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; touch -a -d @5 a; touch -m -d @6 a; touch -c nope; touch nodir/x; touch -d bad a; touch -t bad a; touch a b c; touch -d '2024-01-02 03:04:05.5' a; touch -d 2024-01-02T03:04:05+01:00 a; touch -x a; touch .; touch ''; echo $?",
      "1\n",
      "touch: 'nodir/x': No such file or directory\ntouch: bad date bad\ntouch: bad date bad\ntouch: Unknown option 'x' (see \"touch --help\")\ntouch: '': No such file or directory\n",
    ],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; touch -a -d @5 a; touch -m -d @6 a; touch -c nope; touch nodir/x; touch -d bad a; touch -t bad a; touch a b c; touch -d '2024-01-02 03:04:05.5' a; touch -d 2024-01-02T03:04:05+01:00 a; touch -x a; touch .; touch ''; ln -s nope l; touch -h -d @9 l; touch l; ls",
      "a\nb\nc\nl\nnope\n",
      "touch: 'nodir/x': No such file or directory\ntouch: bad date bad\ntouch: bad date bad\ntouch: Unknown option 'x' (see \"touch --help\")\ntouch: '': No such file or directory\n",
    ],
    [
      "touch a; touch -d @0 a; touch -t 202401020304.05 a; touch -d 2020-05-06 a; touch -r a b; touch -a -d @5 a; touch -m -d @6 a; touch -c nope; touch nodir/x; touch -d bad a; touch -t bad a; touch a b c; touch -d '2024-01-02 03:04:05.5' a; touch -d 2024-01-02T03:04:05+01:00 a; touch -x a; touch .; touch ''; ln -s nope l; touch -h -d @9 l; touch l; touch -d @9999999999 a; stat -c %Y a",
      "9999999999\n",
      "touch: 'nodir/x': No such file or directory\ntouch: bad date bad\ntouch: bad date bad\ntouch: Unknown option 'x' (see \"touch --help\")\ntouch: '': No such file or directory\n",
    ],
    ["printf hello > f; stat -c '%n %s %F %a %A %h %u %g' f", "f 5 regular file 666 -rw-rw-rw- 1 2000 2000\n"],
    ["printf hello > f; stat -c %U f", "shell\n"],
    ["printf hello > f; mkdir d; stat -c %F d", "directory\n"],
    ["printf hello > f; mkdir d; ln -s f l; stat -c '%F %N' l", "symbolic link l -> 'f'\n"],
    ["printf hello > f; mkdir d; ln -s f l; stat -L -c %F l", "regular file\n"],
    ["printf hello > f; mkdir d; ln -s f l; stat nope; echo $?", "1\n", "stat: 'nope': No such file or directory\n"],
    ["printf hello > f; mkdir d; ln -s f l; stat -c %% f", "%\n"],
    ["printf hello > f; mkdir d; ln -s f l; stat -c 'a\\nb' f", "a\\nb\n"],
    ["printf hello > f; mkdir d; ln -s f l; stat -c '%b %B %o' f | wc -w", "3\n"],
    ["printf hello > f; mkdir d; ln -s f l; stat; echo $?", "1\n", 'stat: Needs 1 argument (see "stat --help")\n'],
    [
      "printf hello > f; mkdir d; ln -s f l; stat -c %n f d nope; echo $?",
      "f\nd\n1\n",
      "stat: 'nope': No such file or directory\n",
    ],
    [
      "printf hello > f; mkdir d; ln -s f l; stat -c '%y' /nope; echo $?",
      "1\n",
      "stat: '/nope': No such file or directory\n",
    ],
    [
      "printf hello > f; mkdir d; ln -s f l; touch -d @0 f; stat -c '%x|%y|%X|%Y' f",
      "1970-01-01 00:00:00.000000000 +0000|1970-01-01 00:00:00.000000000 +0000|0|0\n",
    ],
    ["printf hello > f; mkdir d; ln -s f l; touch -d @0 f; stat -c %d f | grep -c .", "1\n"],
    ["printf hello > f; mkdir d; ln -s f l; touch -d @0 f; stat -c %F /dev/null", "character device\n"],
  ]);
});
