import { expect, it } from "vitest";
import { oneTimeCode } from "./one-time-code.ts";

it.each([
  ["Your Terrarium code is 482913. Do not share it.", "482913"],
  ["G-204816 is your verification code", "204816"],
  ["123 456 is your login code", "123456"],
  ["【微信】验证码 9021，5分钟内有效", "9021"],
  ["Your order of $4829.13 ships 2026/11/21", undefined],
  ["Call +15550100 to confirm", undefined],
  ["See you at 1830", undefined],
])("the one-time code of %j is %s", (body, code) => {
  expect(oneTimeCode(body)).toBe(code);
});
