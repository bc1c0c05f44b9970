import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DeviceDriver } from "../testing/device-driver.ts";
import { emptyCalculation, pressCalculatorKey, preview } from "./calculator.ts";
import { evaluate } from "./expression.ts";
import { formatRational, parseDecimal, rational } from "./rational.ts";

function valueOf(expression: string): string {
  const result = evaluate(expression);
  return "value" in result ? formatRational(result.value) : result.error;
}

test.each([
  ["0.1+0.2", "0.3"],
  ["2+3×4", "14"],
  ["(2+3)×4", "20"],
  ["10−4−3", "3"],
  ["100÷10÷5", "2"],
  ["−5+2", "−3"],
  ["2×−3", "−6"],
  ["1÷3×3", "1"],
  ["200+10%", "220"],
  ["200−10%×2", "199.8"],
  ["50%", "0.5"],
  ["2(3+4)", "14"],
  ["(2)(3)", "6"],
  ["(1+2", "3"],
  ["2÷3", "0.666666666667"],
  ["99999999×99999999", "9.9999998E+15"],
  ["1÷8000000000000", "1.25E−13"],
  ["999999999999.9+0.1", "1000000000000"],
  ["5÷0", "divide-by-zero"],
  ["5÷(3−3)", "divide-by-zero"],
  ["5+", "incomplete"],
  ["", "incomplete"],
  ["(", "incomplete"],
  ["1.2.3", "incomplete"],
  [`${"(".repeat(200)}1`, "too-long"],
  ["2^10", "1024"],
  ["2^3^2", "512"],
  ["−2^2", "−4"],
  ["2^−1", "0.5"],
  ["10^20^20", "too-large"],
  ["0^−1", "divide-by-zero"],
  ["(−8)^0.5", "undefined"],
  ["√16", "4"],
  ["√2×√2", "2"],
  ["√(9÷16)", "0.75"],
  ["√(−1)", "undefined"],
  ["5!", "120"],
  ["171!", "too-large"],
  ["2.5!", "undefined"],
  ["sin(30)", "0.5"],
  ["sin(3600000030)", "0.5"],
  ["cos(60)", "0.5"],
  ["tan(45", "1"],
  ["tan(90)", "undefined"],
  ["sin⁻¹(1)", "90"],
  ["sin⁻¹(2)", "undefined"],
  ["ln(e)", "1"],
  ["log(1000)", "3"],
  ["log(0)", "undefined"],
  ["2π", "6.28318530718"],
  ["2sin(90)3", "6"],
  ["sin", "incomplete"],
  ["1.5E+20÷1.5E+19", "10"],
  ["1E−3", "0.001"],
])("%s is %s", (expression, value) => {
  expect(valueOf(expression)).toBe(value);
});

test("integers keep their value, and decimals add exactly", () => {
  const small = fc.integer({ min: -100_000_000, max: 100_000_000 });
  fc.assert(
    fc.property(small, small, (a, b) => {
      const cents = rational(BigInt(a) + BigInt(b), 100n);
      const asText = (value: number): string => formatRational(rational(BigInt(value), 100n));
      expect(valueOf(`${asText(a)}+(${asText(b)})`)).toBe(formatRational(cents));
      expect(formatRational(rational(BigInt(a)))).toBe(String(a).replace("-", "−"));
    }),
  );
});

test("parses decimals exactly", () => {
  expect(parseDecimal("12.50")).toEqual({ numerator: 25n, denominator: 2n });
  expect(parseDecimal(".5")).toEqual({ numerator: 1n, denominator: 2n });
});

function press(...keys: string[]): typeof emptyCalculation {
  return keys.reduce(pressCalculatorKey, emptyCalculation);
}

test("ignores keys that are invalid in their position", () => {
  expect(press("×", "÷", ")", "%").expression).toBe("");
  expect(press("1", ".", "2", ".", "3").expression).toBe("1.23");
  expect(press("0", "0", "7").expression).toBe("7");
  expect(press("5", "+", "×", "2").expression).toBe("5×2");
  expect(press("5", "×", "−", "+", "2").expression).toBe("5+2");
});

test("an operator continues with the exact answer, and a digit replaces it", () => {
  const third = press("1", "÷", "3", "=");
  expect(third.expression).toBe("0.333333333333");
  expect(["×", "3", "="].reduce(pressCalculatorKey, third).expression).toBe("1");
  expect(["7"].reduce(pressCalculatorKey, third).expression).toBe("7");
  expect(press("5", "−", "8", "=", "×", "2", "=").expression).toBe("−6");
  expect(
    press("9", "9", "9", "9", "9", "9", "9", "9", "×", "9", "9", "9", "9", "9", "9", "9", "9", "=", "−", "1", "=")
      .expression,
  ).toBe("9.9999998E+15");
});

test("computes angles in the selected unit", () => {
  const radians = press("rad", "sin(", "π", "÷", "6", "=");
  expect(radians.expression).toBe("0.5");
  expect(["AC", "deg", "sin(", "3", "0", "="].reduce(pressCalculatorKey, radians).expression).toBe("0.5");
});

test("deletes a function as a unit and closes its parenthesis", () => {
  expect(press("2", "sin(", "⌫").expression).toBe("2");
  expect(press("sin(", "3", "0", "()", "^", "2", "=").expression).toBe("0.25");
  expect(press("√", "+", "π", "!", "!", "e").expression).toBe("√π!!e");
});

test("the parentheses key opens and closes", () => {
  expect(press("()", "2", "+", "3", "()", "×", "4").expression).toBe("(2+3)×4");
  expect(preview(press("()", "2", "+", "3", "()", "×", "4"))).toBe("20");
});

test("shows an error until the next key", () => {
  const failed = press("8", "÷", "0", "=");
  expect(failed).toMatchObject({ expression: "8÷0", error: "divide-by-zero" });
  expect(pressCalculatorKey(failed, "⌫")).toMatchObject({ expression: "8÷", error: undefined });
});

test("survives any sequence of keys", () => {
  const keys = "0 1 2 3 4 5 6 7 8 9 . + − × ÷ % ^ ! √ π e sin( tan⁻¹( ln( ( ) = ⌫ AC () rad".split(" ");
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...keys), { maxLength: 40 }), (sequence) => {
      const state = press(...sequence);
      expect(preview(state) ?? "").not.toContain("NaN");
    }),
  );
});

test("the app computes tapped and typed input", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Calculator");
  expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.calculator");
  device.tap("1", "2", "×", "3", "+", "4");
  expect(device.texts()).toContain("40");
  device.tap("Equals");
  expect(device.texts()).toContain("12×3+4 = 40");
  // 5, Shift+8 (×), 5 and ENTER on a US keyboard.
  device.press(12);
  device.press(15, 1);
  device.press(12);
  device.press(66);
  expect(device.texts()).toContain("5×5 = 25");
  device.ui.input.text("2*(1+1)=");
  expect(device.texts()).toContain("2×(1+1) = 4");
  device.tap("Clear");
  expect(device.find("Expression").text).toBe("0");
});
