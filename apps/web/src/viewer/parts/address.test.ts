import { liveActionUrls, screenSocketPath } from "@terrarium/contract/proxy";
import { describe, expect, it } from "vitest";
import { fragmentOf, readAddress } from "./address.ts";

const ORIGIN = "https://terrarium.example";
const OWN_SOCKET = `wss://terrarium.example${screenSocketPath("sbx_1")}`;

const read = (hash: string, pathname = "/api/v1/proxy/sbx_1/", origin = ORIGIN) =>
  readAddress({ origin, pathname, hash });

describe("the viewer's address", () => {
  it("parses the addresses that the console opens", () => {
    const urls = liveActionUrls(ORIGIN, "sbx_1");
    expect(readAddress(new URL(urls.screen))).toMatchObject({
      sandboxId: "sbx_1",
      action: "stream",
      screenSocketUrl: OWN_SOCKET,
    });
    expect(readAddress(new URL(urls.shell))).toMatchObject({ sandboxId: "sbx_1", action: "shell" });
    expect(readAddress(new URL(urls.files))).toMatchObject({ action: "list-files", path: "data/local/tmp" });
    const { files } = liveActionUrls(ORIGIN, "sbx_1", "browser");
    expect(readAddress(new URL(files))).toMatchObject({ action: "list-files", path: "home/user" });
  });

  it.each(["", "#", "#!", "#!action=", "#!action=root", "#%"])("shows the screen for %j", (hash) => {
    expect(read(hash)).toMatchObject({ sandboxId: "sbx_1", action: "stream", screenSocketUrl: OWN_SOCKET });
  });

  it("parses the addresses it writes", () => {
    const path = "sdcard/Ünï & co/100%";
    expect(read(fragmentOf("list-files", path, ""))).toMatchObject({ action: "list-files", path });
    expect(read(fragmentOf("list-files", "/", ""))).toMatchObject({ action: "list-files", path: "/" });
    expect(read(fragmentOf("shell", undefined, ""))).toMatchObject({ action: "shell", path: undefined });
  });

  it.each([
    ["another host", "wss://evil.example/api/v1/proxy/sbx_1/?action=proxy-adb"],
    ["another port", "wss://terrarium.example:444/api/v1/proxy/sbx_1/?action=proxy-adb"],
    ["no encryption on an encrypted page", "ws://terrarium.example/api/v1/proxy/sbx_1/?action=proxy-adb"],
    ["another sandbox", "wss://terrarium.example/api/v1/proxy/sbx_2/?action=proxy-adb"],
    ["another path", "wss://terrarium.example/api/v1/proxy/sbx_1/../sbx_2/"],
    ["a similar host", "wss://terrarium.example@evil.example/api/v1/proxy/sbx_1/"],
    ["credentials", "wss://user:pass@terrarium.example/api/v1/proxy/sbx_1/"],
    ["no socket", "https://terrarium.example/api/v1/proxy/sbx_1/"],
    ["no address", "nonsense"],
  ])("does not send the token to a ws parameter with %s", (_name, ws) => {
    expect(read(`#!action=stream&ws=${encodeURIComponent(ws)}`).screenSocketUrl).toBe(OWN_SOCKET);
  });

  it("follows a ws parameter to this sandbox on this host", () => {
    const ws = "ws://localhost:3000/api/v1/proxy/sbx_1/?action=proxy-adb&remote=tcp:8886&udid=localhost:5555";
    const address = read(
      `#!action=stream&ws=${encodeURIComponent(ws)}`,
      "/api/v1/proxy/sbx_1/",
      "http://localhost:3000",
    );
    expect(address.screenSocketUrl).toBe(ws);
  });
});
