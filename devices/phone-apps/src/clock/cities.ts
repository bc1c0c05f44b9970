/** Cities of the world clock by time zone (IANA tz database), with their names in the device's languages. */
export const CITIES: readonly { zone: string; en: string; zh: string }[] = [
  { zone: "Pacific/Honolulu", en: "Honolulu", zh: "檀香山" },
  { zone: "America/Anchorage", en: "Anchorage", zh: "安克雷奇" },
  { zone: "America/Los_Angeles", en: "Los Angeles", zh: "洛杉矶" },
  { zone: "America/Denver", en: "Denver", zh: "丹佛" },
  { zone: "America/Mexico_City", en: "Mexico City", zh: "墨西哥城" },
  { zone: "America/Chicago", en: "Chicago", zh: "芝加哥" },
  { zone: "America/New_York", en: "New York", zh: "纽约" },
  { zone: "America/Toronto", en: "Toronto", zh: "多伦多" },
  { zone: "America/Bogota", en: "Bogotá", zh: "波哥大" },
  { zone: "America/Santiago", en: "Santiago", zh: "圣地亚哥" },
  { zone: "America/Sao_Paulo", en: "São Paulo", zh: "圣保罗" },
  { zone: "America/Argentina/Buenos_Aires", en: "Buenos Aires", zh: "布宜诺斯艾利斯" },
  { zone: "Atlantic/Reykjavik", en: "Reykjavík", zh: "雷克雅未克" },
  { zone: "Europe/Lisbon", en: "Lisbon", zh: "里斯本" },
  { zone: "Europe/London", en: "London", zh: "伦敦" },
  { zone: "Europe/Paris", en: "Paris", zh: "巴黎" },
  { zone: "Europe/Berlin", en: "Berlin", zh: "柏林" },
  { zone: "Europe/Madrid", en: "Madrid", zh: "马德里" },
  { zone: "Europe/Rome", en: "Rome", zh: "罗马" },
  { zone: "Europe/Stockholm", en: "Stockholm", zh: "斯德哥尔摩" },
  { zone: "Africa/Lagos", en: "Lagos", zh: "拉各斯" },
  { zone: "Africa/Cairo", en: "Cairo", zh: "开罗" },
  { zone: "Africa/Johannesburg", en: "Johannesburg", zh: "约翰内斯堡" },
  { zone: "Europe/Kyiv", en: "Kyiv", zh: "基辅" },
  { zone: "Europe/Istanbul", en: "Istanbul", zh: "伊斯坦布尔" },
  { zone: "Africa/Nairobi", en: "Nairobi", zh: "内罗毕" },
  { zone: "Asia/Dubai", en: "Dubai", zh: "迪拜" },
  { zone: "Asia/Karachi", en: "Karachi", zh: "卡拉奇" },
  { zone: "Asia/Kolkata", en: "Mumbai", zh: "孟买" },
  { zone: "Asia/Kathmandu", en: "Kathmandu", zh: "加德满都" },
  { zone: "Asia/Dhaka", en: "Dhaka", zh: "达卡" },
  { zone: "Asia/Bangkok", en: "Bangkok", zh: "曼谷" },
  { zone: "Asia/Jakarta", en: "Jakarta", zh: "雅加达" },
  { zone: "Asia/Singapore", en: "Singapore", zh: "新加坡" },
  { zone: "Asia/Shanghai", en: "Shanghai", zh: "上海" },
  { zone: "Asia/Hong_Kong", en: "Hong Kong", zh: "香港" },
  { zone: "Asia/Taipei", en: "Taipei", zh: "台北" },
  { zone: "Asia/Seoul", en: "Seoul", zh: "首尔" },
  { zone: "Asia/Tokyo", en: "Tokyo", zh: "东京" },
  { zone: "Australia/Perth", en: "Perth", zh: "珀斯" },
  { zone: "Australia/Sydney", en: "Sydney", zh: "悉尼" },
  { zone: "Pacific/Auckland", en: "Auckland", zh: "奥克兰" },
];

/** Returns the minutes that a zone is ahead of another at this time. */
export function minutesAhead(zone: string, ofZone: string, atMs: number): number {
  return offsetMinutes(zone, atMs) - offsetMinutes(ofZone, atMs);
}

function offsetMinutes(zone: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(atMs);
  const name = parts.find((part) => part.type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d+):?(\d+)?)?/.exec(name) ?? [];
  const total = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === "-" ? -total : total;
}
