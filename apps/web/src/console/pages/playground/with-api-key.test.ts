import { expect, test } from "vitest";
import { keyPrefix } from "./with-api-key.ts";

test("sets the key before the script's first line, whatever its characters", () => {
  const key = 'a"; throw 1; "\\\n';
  const script = keyPrefix(key) + "line one\nline two";
  expect(script.split("\n")).toHaveLength(2);
  const process = { env: {} };
  // oxlint-disable-next-line typescript/no-implied-eval -- running the line is what shows that the key is quoted right
  new Function("process", script.replace("line one\nline two", ""))(process);
  expect(process.env).toEqual({ TERRARIUM_API_KEY: key, GBOX_API_KEY: key });
});
