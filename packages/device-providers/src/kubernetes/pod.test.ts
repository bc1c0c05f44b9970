import { expect, test } from "vitest";
import { TEST_MODEL } from "../testing/provider-suite.ts";
import type { PodSettings } from "./pod-settings.ts";
import { devicePod, waitingOwner } from "./pod.ts";

const settings: PodSettings = {
  installId: "00000000-1111",
  namespace: "devices",
  image: "registry.example/{kind}:1",
  seccompFolder: "terrarium",
  egress: "off",
  clock: undefined,
  storageMb: 512,
};
const BROWSER = { ...TEST_MODEL, kind: "browser", memoryMb: 2048, pod: { runtimeClass: "kata" } } as const;
const specOf = (model: typeof BROWSER | typeof TEST_MODEL, more: Partial<PodSettings> = {}) =>
  devicePod(model, { ...settings, ...more }, waitingOwner("one")).spec;

test("a Linux Pod has its own image and a phone's rights", () => {
  const [phone, browser] = [specOf(TEST_MODEL), specOf(BROWSER)];
  expect(phone?.containers[0]?.image).toBe("registry.example/phone:1");
  const [container] = browser?.containers ?? [];
  expect(container?.image).toBe("registry.example/browser:1");
  expect(container?.securityContext).toEqual(phone?.containers[0]?.securityContext);
  expect(browser?.runtimeClassName).toBe("kata");
  expect(JSON.parse(container?.args?.[0] ?? "")).toMatchObject({
    kind: "browser",
    home: "/home/user",
    adbKeysFile: "/run/terrarium/authorized_keys",
    listen: { host: "0.0.0.0", port: 5555 },
  });
  expect(container?.volumeMounts?.map(({ mountPath }) => mountPath)).toEqual([
    "/home",
    "/tmp",
    "/dev/shm",
    "/run/terrarium",
  ]);
  // Its user must create the home. A missing working directory would belong to another user.
  expect(container?.workingDir).toBe("/home");
  expect(browser?.volumes?.[2]?.emptyDir).toEqual({ medium: "Memory", sizeLimit: "512Mi" });
});

test("uses our seccomp profile on configured nodes, else the runtime's", () => {
  const profileOf = (more: Partial<PodSettings>, model: typeof BROWSER | typeof TEST_MODEL = BROWSER) =>
    specOf(model, more)?.securityContext?.seccompProfile;
  expect(profileOf({})).toEqual({ type: "Localhost", localhostProfile: "terrarium/browser.json" });
  expect(profileOf({ seccompFolder: undefined })).toEqual({ type: "RuntimeDefault" });
  expect(profileOf({}, TEST_MODEL)).toEqual({ type: "RuntimeDefault" });
});

test("rejects the phone's image for a Linux Pod", () => {
  expect(() => specOf(BROWSER, { image: "registry.example/phone:1" })).toThrow("write {kind} in place of the kind");
});
