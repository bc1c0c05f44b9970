import type { Devices } from "@terrarium/mcp/devices";
import { fakeDevices } from "@terrarium/mcp/testing/fake-devices";
import { AppError } from "@terrarium/platform/base/app-error";
import { expect, test } from "vitest";
import { inMcpWords } from "./words.ts";

function failing(error: Error): Devices {
  const stop = async () => {
    throw error;
  };
  return inMcpWords(fakeDevices([], { stop }).devices);
}

test.each([
  [new AppError("invalid_request", { detail: "config.expiresIn: too long" }), "Invalid request: minutes: too long"],
  [
    new AppError("template_not_found", { templateId: "tpl_x" }),
    "No template tpl_x. devices with action list shows the templates",
  ],
  [new AppError("file_not_found", { path: "/a" }), "No file /a on the device. files with action list shows a folder"],
  [
    new AppError("app_refused", { action: "open", packageName: "com.app", detail: "no\ndone: tapped" }),
    expect.stringMatching(/no ⏎ done: tapped$/),
  ],
  [new Error("a defect"), "a defect"],
])("words %s for the tools", async (error, words) => {
  await expect(failing(error).stop("sbx_1")).rejects.toMatchObject({ message: words });
});

test("keeps the results of operations", async () => {
  expect(await inMcpWords(fakeDevices([]).devices).list()).toEqual([]);
});
