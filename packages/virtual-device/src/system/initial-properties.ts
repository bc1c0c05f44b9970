/** What makes one device differ from another. */
export interface DeviceIdentity {
  name: string;
  model: string;
  widthPx: number;
  heightPx: number;
  densityDpi: number;
}

const machines: Partial<Record<NodeJS.Architecture, { abi: string; machine: string }>> = {
  arm64: { abi: "arm64-v8a", machine: "aarch64" },
  x64: { abi: "x86_64", machine: "x86_64" },
};

const release = "14";
const sdk = "34";
const buildId = "TERRARIUM";
const buildType = "userdebug";

/** The properties of a device that has just started, named as Android names them. */
export function initialProperties(identity: DeviceIdentity, serial: string): Record<string, string> {
  const { name } = identity;
  const { abi, machine } = machines[process.arch] ?? { abi: process.arch, machine: process.arch };
  return {
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
    "ro.boot.hardware": "terrarium",
    "ro.boot.serialno": serial,
    "ro.bootmode": "unknown",
    "ro.build.characteristics": "default",
    "ro.build.display.id": `${name}-${buildType} ${release} ${buildId}`,
    "ro.build.fingerprint": `terrarium/${name}/${name}:${release}/${buildId}/1:${buildType}/release-keys`,
    "ro.build.flavor": `${name}-${buildType}`,
    "ro.build.id": buildId,
    "ro.build.product": name,
    "ro.build.tags": "release-keys",
    "ro.build.type": buildType,
    "ro.build.version.all_codenames": "REL",
    "ro.build.version.codename": "REL",
    "ro.build.version.incremental": "1",
    "ro.build.version.release": release,
    "ro.build.version.release_or_codename": release,
    "ro.build.version.sdk": sdk,
    "ro.crypto.state": "unsupported",
    "ro.debuggable": "1",
    "ro.hardware": "terrarium",
    "ro.kernel.version": "6.6.0-terrarium",
    "ro.product.board": name,
    "ro.product.brand": "terrarium",
    "ro.product.cpu.abi": abi,
    "ro.product.cpu.abilist": abi,
    "ro.product.cpu.machine": machine,
    "ro.product.device": name,
    "ro.product.locale": "en-US",
    "ro.product.manufacturer": "Terrarium",
    "ro.product.model": identity.model,
    "ro.product.name": name,
    "ro.secure": "1",
    "ro.serialno": serial,
    "ro.sf.lcd_density": String(identity.densityDpi),
    "service.adb.root": "0",
    "sys.boot_completed": "0",
    "sys.usb.config": "adb",
    "sys.usb.state": "adb",
  };
}
