import * as fc from "fast-check";
import { expect, test } from "vitest";
import { NumberIndex } from "./number-index.ts";
import { numberKey, sameNumber } from "./phone-number.ts";

const written = fc.stringMatching(/^[0-9+*# ().-]{0,16}$/);
const digits = fc.stringMatching(/^\d{5,11}$/);

test("matching numbers have one key in any notation", () => {
  const prefixes = fc.constantFrom("+44", "0", "0044", "");
  fc.assert(
    fc.property(fc.oneof(written, digits), fc.oneof(written, digits), prefixes, (left, other, prefix) => {
      const alike = [other, `${prefix} ${left.slice(0, 3)}-${left.slice(3)}`].filter((each) => sameNumber(left, each));
      expect(alike.map(numberKey)).toEqual(alike.map(() => numberKey(left)));
    }),
  );
});

test("the index finds the same items as pairwise comparison", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(written, digits), { maxLength: 30 }),
      fc.oneof(written, digits),
      (numbers, wanted) => {
        const index = new NumberIndex<string>();
        for (const number of numbers) index.add(number, number);
        for (const each of [wanted, ...numbers]) {
          expect(index.find(each)).toBe(numbers.find((number) => sameNumber(number, each)));
        }
      },
    ),
  );
});

test.each([
  ["+1 (555) 010-0142", "5550100142", true],
  ["0044 20 7946 0000", "+44 20 7946 0000", true],
  ["5550142", "555014", false],
  ["12345", "2345", false],
  ["*#06#", "06", false],
  ["BANK", "bank ", true],
  ["BANK", "BANQUE", false],
  ["", "", true],
  ["+", "", false],
])("%j and %j are one number: %s", (left, right, same) => {
  expect([sameNumber(left, right), sameNumber(right, left)]).toEqual([same, same]);
});
