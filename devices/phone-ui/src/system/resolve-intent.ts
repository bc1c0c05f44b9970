import { mimeTypeOf } from "@terrarium/device-files/mime-types";
import type { Intent } from "@terrarium/phone-system/system-ui";
import type { App, IntentFilter } from "../services/app.ts";

/**
 * Returns the app for an intent: the one that it names, or the one whose filter matches most closely. A filter for one
 * type precedes a filter for a group of types such as image/*, and that precedes a filter for all types. Among equal
 * matches, the first app receives the intent.
 */
export function resolveIntent(apps: readonly App[], intent: Intent): App | undefined {
  if (intent.packageName !== undefined) return apps.find((app) => app.packageName === intent.packageName);
  const typed = withType(intent);
  const matches = apps.flatMap((app) =>
    (app.intents ?? []).filter((filter) => takes(filter, typed)).map((filter) => ({ app, rank: rankOf(filter) })),
  );
  return matches.toSorted((left, right) => left.rank - right.rank)[0]?.app;
}

/** Adds the type from the file's name if the intent has none. */
function withType(intent: Intent): Intent {
  if (intent.mimeType !== undefined || !/^file:/i.test(intent.dataUri ?? "")) return intent;
  return { ...intent, mimeType: mimeTypeOf(intent.dataUri ?? "") ?? "application/octet-stream" };
}

/**
 * Matches like IntentFilter.match in AOSP: the intent must have everything in the filter, and the filter must name
 * everything in the intent.
 */
function takes(filter: IntentFilter, intent: Intent): boolean {
  const scheme = intent.dataUri === undefined ? undefined : /^([a-z][\w+.-]*):/i.exec(intent.dataUri)?.[1];
  return (
    filter.action === intent.action &&
    (intent.mimeType !== undefined || filter.scheme === scheme?.toLowerCase()) &&
    (intent.mimeType === undefined ? filter.mimeType === undefined : matchesType(filter.mimeType, intent.mimeType))
  );
}

function matchesType(pattern: string | undefined, mimeType: string): boolean {
  if (pattern === undefined) return false;
  if (pattern === "*/*" || pattern === mimeType) return true;
  return pattern.endsWith("/*") && mimeType.startsWith(pattern.slice(0, -1));
}

/** Returns a filter's place among the matching ones; the lowest wins. */
function rankOf({ mimeType = "" }: IntentFilter): number {
  if (mimeType === "*/*") return 2;
  return mimeType.endsWith("/*") ? 1 : 0;
}
