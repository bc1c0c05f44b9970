import { describe } from "vitest";
import { testRows } from "../testing/script-table.ts";

// Expected values come from mksh R59c with toybox 0.8.9.

describe("test, [ and [[ behave as in mksh", () => {
  testRows([
    [
      "[ -n a ]; echo $?; [ -z a ]; echo $?; [ a ]; echo $?; [ '' ]; echo $?; [ ! a ]; echo $?; [ ! '' ]; echo $?; [ -n '' ]; echo $?; [ -z '' ]; echo $?",
      "0\n1\n0\n1\n1\n0\n1\n0\n",
    ],
    [
      "[ 1 -eq 1 ] && [ 1 -ne 2 ] && [ 1 -lt 2 ] && [ 2 -le 2 ] && [ 3 -gt 2 ] && [ 3 -ge 3 ] && [ -1 -lt 0 ] && [ ' 1 ' -eq 1 ]; echo $?",
      "0\n",
    ],
    [
      "[ 1 -eq 1x ]; echo $?; [ '' -eq 0 ]; echo $?; [ 1 -eq '1+1' ]; echo $?; [ 2147483648 -gt 0 ]; echo $?; [ 1.5 -lt 2 ]; echo $?",
      "2\n0\n1\n1\n2\n",
      "/system/bin/sh: 1x: bad number '1x'\n/system/bin/sh: 1.5: unexpected '.'\n",
    ],
    [
      "[ a = a -a b = b ]; echo $?; [ a = b -o b = b ]; echo $?; [ a = b -o a = a -a b = c ]; echo $?; [ ! a = b -a c = c ]; echo $?; [ \\( a = b -o a = a \\) -a b = b ]; echo $?",
      "0\n0\n1\n0\n0\n",
    ],
    [
      "[ '(' = '(' ]; echo $?; [ ! = ! ]; echo $?; [ -a = -a ]; echo $?; [ '(' a ')' ]; echo $?; [ ! ! a ]; echo $?; [ -n = ]; echo $?; [ = ]; echo $?; [ -f ]; echo $?",
      "0\n0\n0\n0\n0\n0\n0\n0\n",
    ],
    [
      "[ a -foo b ]; echo $?; [ -q f ]; echo $?; [ a = ]; echo $?; [ a -eq ]; echo $?; [ -a ]; echo $?; [ a = a; echo $?; test a = a ]; echo $?",
      "2\n2\n2\n2\n0\n2\n2\n",
      "/system/bin/sh: [: -foo: unexpected operator/operand\n/system/bin/sh: [: f: unexpected operator/operand\n/system/bin/sh: [: =: missing second argument\n/system/bin/sh: [: -eq: missing second argument\n/system/bin/sh: [: missing ]\n/system/bin/sh: test: ]: unexpected operator/operand\n",
    ],
    [
      "[ \\( a ]; echo $?; [ a \\) ]; echo $?; [ a -a ]; echo $?; [ -a b ]; echo $?; [ a -a b -a ]; echo $?",
      "2\n2\n2\n1\n2\n",
      "/system/bin/sh: [: missing )\n/system/bin/sh: [: ): unexpected operator/operand\n/system/bin/sh: [: expression expected\n/system/bin/sh: [: expression expected\n",
    ],
    [
      "touch f; mkdir d; ln -s f l; ln -s none b; for t in -e -f -d -h -L -s -r -w -x -a -b -c -p -S -u -g -k -O -G; do printf '%s ' \"$t\"; for n in f d l b none; do [ $t $n ]; printf $?; done; echo; done",
      "-e 00011\n-f 01011\n-d 10111\n-h 11001\n-L 11001\n-s 10111\n-r 00011\n-w 00011\n-x 10111\n-a 00011\n-b 11111\n-c 11111\n-p 11111\n-S 11111\n-u 11111\n-g 11111\n-k 11111\n-O 00011\n-G 00011\n",
    ],
    [
      "touch -d @100 a; touch -d @200 b; [ b -nt a ]; echo $?; [ a -nt b ]; echo $?; [ a -ot b ]; echo $?; [ a -nt none ]; echo $?; [ none -nt a ]; echo $?; [ none -ot a ]; echo $?; [ a -ef a ]; echo $?; [ a -ef b ]; echo $?; ln -s a l; [ l -ef a ]; echo $?",
      "0\n1\n0\n0\n1\n0\n0\n1\n0\n",
    ],
    [
      'x=; [ -z $x ]; echo $?; [ -n $x ]; echo $?; [ $x = a ]; echo $?; [ "$x" = a ]; echo $?; [ x$x = x ]; echo $?',
      "0\n0\n2\n1\n0\n",
      "/system/bin/sh: [: a: unexpected operator/operand\n",
    ],
    [
      "[ a \\< b ]; echo $?; [ b \\< a ]; echo $?; [ b \\> a ]; echo $?; [ a == a ]; echo $?; [ a != a ]; echo $?; [ 'a*' = ab ]; echo $?; [ ab = 'a*' ]; echo $?",
      "0\n1\n0\n0\n1\n1\n1\n",
    ],
    [
      "set -e; [ -o errexit ] && echo on; [ -o noglob ] || echo off; [ -o nonesuch ] || echo none; [ -o ?x ] || echo x",
      "on\noff\nnone\nx\n",
    ],
    [
      "v=1; [ -v v ] && echo set; [ -v w ] || echo unset; a[3]=x; [ -v 'a[3]' ] && echo elem; [ -v 'a[2]' ] || echo noelem; [[ -v v && ! -v w ]] && echo both",
      "set\nunset\nelem\nnoelem\nboth\n",
    ],
    [
      "[[ a = a ]]; echo $?; [[ a ]]; echo $?; [[ '' ]]; echo $?; [[ ! a ]]; echo $?; [[ -n a && -z '' ]]; echo $?; [[ a = b || b = b ]]; echo $?; [[ ( a = b || b = b ) && c = c ]]; echo $?; [[ ! ( a = b ) ]]; echo $?",
      "0\n0\n1\n1\n0\n0\n0\n0\n",
    ],
    [
      "x='a b'; [[ $x = 'a b' ]] && echo 1; [[ $x = a* ]] && echo 2; [[ -n $x ]] && echo 3; unset x; [[ -z $x ]] && echo 4; [[ $x = '' ]] && echo 5; [[ $x == '' ]] && echo 6",
      "1\n2\n3\n4\n5\n6\n",
    ],
    [
      "[[ 5 -gt 3 ]] && echo 1; [[ 1+1 -eq 2 ]] && echo 2; a=5; [[ a -eq 5 ]] && echo 3; [[ a+1 -eq 6 ]] && echo 4; [[ x -eq 0 ]] && echo 5",
      "1\n2\n3\n4\n5\n",
    ],
    [
      "[[ a < b ]] && echo 1; [[ b > a ]] && echo 2; [[ a > b ]] || echo 3; [[ 10 < 9 ]] && echo 4; [[ B < a ]] && echo 5; [[ '' < a ]] && echo 6",
      "1\n2\n3\n4\n5\n6\n",
    ],
    [
      "[[ -d /system && -f /system/bin/ls && -x /system/bin/ls && ! -w /system/bin/ls && -r /system/bin/ls ]]; echo $?; [[ -e /nope || -L /nope ]]; echo $?",
      "0\n1\n",
    ],
    [
      "[[ ~ = / ]] && echo tilde; [[ $(echo a) = a ]] && echo sub; [[ $((1+1)) = 2 ]] && echo arith; [[ \"a\" = 'a' ]] && echo q; [[ a' 'b = \"a b\" ]] && echo mixed",
      "tilde\nsub\narith\nq\nmixed\n",
    ],
    ["if [[ a = a\n&& b = b ]]; then echo nl; fi", "nl\n"],
    [
      "[[ -x /system/bin/sh ]] && [ -x /system/bin ] && test -d / && echo ok; test -e ''; echo $?; [ -d '' ]; echo $?; [[ -f '' ]]; echo $?",
      "ok\n1\n1\n1\n",
    ],
    [
      "test 1 = 1 -a \\( 2 = 3 -o 4 = 4 \\) -a ! 5 = 6; echo $?; test ! \\( 1 = 1 \\); echo $?; test -n a -a -z ''; echo $?; test 1 -lt 2 -a 2 -lt 3 -o 1 = 2; echo $?",
      "0\n1\n0\n0\n",
    ],
    ["test; echo $?; test ''; echo $?; test -; echo $?; test --; echo $?; test --help; echo $?", "1\n1\n0\n0\n0\n"],
    [
      'a=(x y); for i in 0 1 2 \'a\' \'1+0\'; do [ -v "a[$i]" ] && echo "$i set" || echo "$i not"; done; [[ -v a ]] && echo a; [[ -v b[0] ]] || echo no b',
      "0 set\n1 set\n2 not\na set\n1+0 set\na\nno b\n",
    ],
    [
      "[ 1 -eq 1+ ]; echo $?; [ \\( ]; echo $?; [ a -o ]; echo $?; test a -a; echo $?; [ ! ]; echo $?",
      "2\n0\n2\n2\n0\n",
      "/system/bin/sh: 1+: unexpected 'end of expression'\n/system/bin/sh: [: expression expected\n/system/bin/sh: test: expression expected\n",
    ],
  ]);
});
