import { expect, test } from "vitest";
import { newReadableCode, readReadableCode } from "./readable-code.ts";

test("a code has four groups of four and parses to itself", () => {
  const codes = Array.from({ length: 1_000 }, newReadableCode);
  expect(new Set(codes).size).toBe(1_000);
  for (const code of codes) {
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(readReadableCode(code)).toBe(code);
  }
});

test.each([
  ["in lower case", "7k3q-w9xn-40rd-p2mb"],
  ["without hyphens", "7K3QW9XN40RDP2MB"],
  ["with spaces around and in it", "  7K3Q W9XN 40RD P2MB\n"],
  ["with the letter for the digit", "7K3Q-W9XN-4ORD-P2MB"],
])("a code is parsed %s", (_how, typed) => {
  expect(readReadableCode(typed)).toBe("7K3Q-W9XN-40RD-P2MB");
});
