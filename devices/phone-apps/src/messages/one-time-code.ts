const ABOUT_CODES =
  /code|otp|pin\b|passcode|password|verif|confirm|login|log in|sign in|security|验证码|校验码|动态码|口令|認証|인증/i;

/** Returns the one-time code of a message: a number of 4 to 8 digits in a text that mentions a code. */
export function oneTimeCode(body: string): string | undefined {
  if (!ABOUT_CODES.test(body)) return undefined;
  // Excludes parts of longer numbers, prices, dates and times.
  const match = /(?<![\d.,:/+$€£¥#-])(?:[A-Z]{1,2}-)?(\d{3}[ -]\d{3}|\d{4,8})(?![\d:/]|[.,]\d|-\d)/.exec(body);
  return match?.[1]?.replaceAll(/[ -]/g, "");
}
