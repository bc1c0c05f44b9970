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

/** The properties of a device that has just started, named as Android names them. */
export function initialProperties(identity: DeviceIdentity, serial: string): Record<string, string> {
  const { abi, machine } = machines[process.arch] ?? { abi: process.arch, machine: process.arch };
  return {
    "persist.sys.locale": "en-US",
    "persist.sys.timezone": "UTC",
    "ro.boot.serialno": serial,
    "ro.build.characteristics": "default",
    "ro.build.id": "TERRARIUM",
    "ro.build.type": "user",
    "ro.build.version.release": "14",
    "ro.build.version.sdk": "34",
    "ro.debuggable": "0",
    "ro.hardware": "terrarium",
    "ro.kernel.version": "6.6.0-terrarium",
    "ro.product.brand": "terrarium",
    "ro.product.cpu.abi": abi,
    "ro.product.cpu.abilist": abi,
    "ro.product.cpu.machine": machine,
    "ro.product.device": identity.name,
    "ro.product.manufacturer": "Terrarium",
    "ro.product.model": identity.model,
    "ro.product.name": identity.name,
    "ro.secure": "1",
    "ro.serialno": serial,
    "ro.sf.lcd_density": String(identity.densityDpi),
    "sys.boot_completed": "0",
  };
}
