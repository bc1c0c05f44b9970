/** The properties that distinguish one device from another. */
export interface DeviceIdentity {
  name: string;
  model: string;
  widthPx: number;
  heightPx: number;
  densityDpi: number;
}

const MACHINES: Partial<Record<NodeJS.Architecture, { abi: string; machine: string }>> = {
  arm64: { abi: "arm64-v8a", machine: "aarch64" },
  x64: { abi: "x86_64", machine: "x86_64" },
};

const RELEASE = "15";
const SDK = "35";
const BUILD_ID = "TERRARIUM";
const BUILD_TYPE = "userdebug";
/** Values of the emulated release: Android 15 as first published. */
const SECURITY_PATCH = "2024-09-05";
const BUILT = { date: "Tue Sep  3 00:00:00 UTC 2024", epochS: "1725321600" };

/** Returns a partition's properties, with Android's several names for the same values. */
function partitionProperties(name: string, model: string, fingerprint: string): Record<string, string> {
  const entries = ["odm", "product", "system", "system_ext", "vendor"].flatMap((partition) => [
    [`ro.${partition}.build.date.utc`, BUILT.epochS],
    [`ro.${partition}.build.fingerprint`, fingerprint],
    [`ro.${partition}.build.id`, BUILD_ID],
    [`ro.${partition}.build.tags`, "release-keys"],
    [`ro.${partition}.build.type`, BUILD_TYPE],
    [`ro.${partition}.build.version.release`, RELEASE],
    [`ro.${partition}.build.version.sdk`, SDK],
    [`ro.product.${partition}.brand`, "terrarium"],
    [`ro.product.${partition}.device`, name],
    [`ro.product.${partition}.manufacturer`, "Terrarium"],
    [`ro.product.${partition}.model`, model],
    [`ro.product.${partition}.name`, name],
  ]);
  return Object.fromEntries(entries);
}

/** Returns the properties of a freshly started device, with Android's names. */
export function initialProperties(identity: DeviceIdentity, serial: string): Record<string, string> {
  const { name } = identity;
  const { abi, machine } = MACHINES[process.arch] ?? { abi: process.arch, machine: process.arch };
  const fingerprint = `terrarium/${name}/${name}:${RELEASE}/${BUILD_ID}/1:${BUILD_TYPE}/release-keys`;
  return {
    ...partitionProperties(name, identity.model, fingerprint),
    "dalvik.vm.heapgrowthlimit": "192m",
    "dalvik.vm.heapsize": "192m",
    "dev.bootcomplete": "0",
    "init.svc.adbd": "running",
    "init.svc.bootanim": "running",
    "init.svc.logd": "running",
    "init.svc.zygote": "running",
    "net.bt.name": "Android",
    "persist.sys.locale": "en-US",
    "persist.sys.timezone": "UTC",
    "persist.sys.usb.config": "adb",
    "ro.adb.secure": "1",
    "ro.boot.bootreason": "reboot",
    "ro.boot.hardware": "terrarium",
    "ro.boot.serialno": serial,
    "ro.bootmode": "unknown",
    "ro.build.characteristics": "default",
    "ro.build.date": BUILT.date,
    "ro.build.date.utc": BUILT.epochS,
    "ro.build.description": `${name}-${BUILD_TYPE} ${RELEASE} ${BUILD_ID} 1 release-keys`,
    "ro.build.display.id": `${name}-${BUILD_TYPE} ${RELEASE} ${BUILD_ID}`,
    "ro.build.fingerprint": fingerprint,
    "ro.build.flavor": `${name}-${BUILD_TYPE}`,
    "ro.build.host": "terrarium",
    "ro.build.id": BUILD_ID,
    "ro.build.product": name,
    "ro.build.tags": "release-keys",
    "ro.build.type": BUILD_TYPE,
    "ro.build.user": "terrarium",
    "ro.build.version.all_codenames": "REL",
    "ro.build.version.codename": "REL",
    "ro.build.version.incremental": "1",
    "ro.build.version.min_supported_target_sdk": "28",
    "ro.build.version.preview_sdk": "0",
    "ro.build.version.release": RELEASE,
    "ro.build.version.release_or_codename": RELEASE,
    "ro.build.version.release_or_preview_display": RELEASE,
    "ro.build.version.sdk": SDK,
    "ro.build.version.security_patch": SECURITY_PATCH,
    "ro.crypto.state": "unsupported",
    "ro.debuggable": "1",
    "ro.hardware": "terrarium",
    "ro.kernel.version": "6.6.0-terrarium",
    "ro.product.board": name,
    "ro.product.brand": "terrarium",
    "ro.product.cpu.abi": abi,
    "ro.product.cpu.abilist": abi,
    "ro.product.cpu.abilist32": "",
    "ro.product.cpu.abilist64": abi,
    "ro.product.cpu.machine": machine,
    "ro.product.device": name,
    "ro.product.first_api_level": SDK,
    "ro.product.locale": "en-US",
    "ro.product.manufacturer": "Terrarium",
    "ro.product.model": identity.model,
    "ro.product.name": name,
    "ro.revision": "0",
    "ro.secure": "1",
    "ro.serialno": serial,
    "ro.sf.lcd_density": String(identity.densityDpi),
    "ro.zygote": "zygote64",
    "service.adb.root": "0",
    "service.bootanim.exit": "0",
    "sys.boot_completed": "0",
    "sys.usb.config": "adb",
    "sys.usb.state": "adb",
  };
}
