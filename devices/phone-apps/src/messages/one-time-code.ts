const aboutCodes =
  /code|otp|pin\b|passcode|password|verif|confirm|login|log in|sign in|security|验证码|校验码|动态码|口令|認証|인증/i;

/** The one-time code in a message: a number of 4 to 8 digits in a text that speaks of one. */
export function oneTimeCode(body: string): string | undefined {
  if (!aboutCodes.test(body)) return undefined;
  // Neither part of a longer number or price, nor of a date or time.
  const match = /(?<![\d.,:/+$€£¥#-])(?:[A-Z]{1,2}-)?(\d{3}[ -]\d{3}|\d{4,8})(?![\d:/]|[.,]\d|-\d)/.exec(body);
  return match?.[1]?.replaceAll(/[ -]/g, "");
}
