import { expect, test } from "vitest";
import { getprop } from "./getprop.ts";

test.each(["constructor", "__proto__", "toString"])(
  "prints an empty value for an unknown property: %s",
  async (name) => {
    let printed = "";
    await getprop(() => ({ "ro.hardware": "terrarium" }))({
      args: [name],
      folder: "/",
      gone: new AbortController().signal,
      print: async (bytes) => void (printed += String(bytes)),
    });
    expect(printed).toBe("\n");
  },
);
