import { batteryOf, batteryFields, batteryKey, powerSource } from "./battery.ts";
import type { DeviceSettings } from "./device-settings.ts";

/** Radios that airplane mode turns off, with the setting that keeps their state until it ends. */
const RADIOS = [
  { radio: "wifi_on", saved: "wifi_saved_state" },
  { radio: "bluetooth_on", saved: "bluetooth_saved_state" },
] as const;

/** Volume of calls before the ringer was silenced (AOSP Settings.java, APPEND_FOR_LAST_AUDIBLE). */
const LAST_RING_VOLUME = "volume_ring_last_audible";
const RINGER = { vibrate: "1", normal: "2" } as const;
const batteryKeys: ReadonlySet<string> = new Set([...batteryFields.map(batteryKey), "low_power_trigger_level"]);

/**
 * Changes settings that depend on others, whoever changes these: airplane mode turns off the radios, a silent ringer
 * has no volume, and battery saver ends when the device gets power. Returns the function that stops it.
 */
export function linkSettings(settings: DeviceSettings): () => void {
  let airplane = settings.isOn("global", "airplane_mode_on");
  let powered = isPowered(settings);
  return settings.onChange(({ key }) => {
    if (key === "airplane_mode_on" && settings.isOn("global", key) !== airplane) {
      airplane = !airplane;
      switchRadios(settings, airplane);
    } else if (key === "mode_ringer") followRinger(settings);
    else if (key === "volume_ring") followRingVolume(settings);
    else if (batteryKeys.has(key)) {
      const wasPowered = powered;
      powered = isPowered(settings);
      followBattery(settings, wasPowered);
    }
  });
}

/** AOSP WifiSettingsStore.java: radios return to their earlier state. The user may turn one on in airplane mode. */
function switchRadios(settings: DeviceSettings, airplane: boolean): void {
  for (const { radio, saved } of RADIOS) {
    if (airplane) {
      settings.put("global", saved, settings.isOn("global", radio) ? "1" : "0");
      settings.put("global", radio, "0");
    } else {
      if (settings.isOn("global", saved)) settings.put("global", radio, "1");
      settings.delete("global", saved);
    }
  }
}

/** AOSP AudioService.java: the ring volume is 0 while the device vibrates or is silent. */
function followRinger(settings: DeviceSettings): void {
  const volume = settings.number("system", "volume_ring", 0);
  if (settings.get("global", "mode_ringer") === RINGER.normal) {
    if (volume <= 0) settings.put("system", "volume_ring", String(settings.number("system", LAST_RING_VOLUME, 1)));
    settings.delete("system", LAST_RING_VOLUME);
  } else if (volume > 0) {
    settings.put("system", LAST_RING_VOLUME, String(volume));
    settings.put("system", "volume_ring", "0");
  }
}

function followRingVolume(settings: DeviceSettings): void {
  const loud = settings.number("system", "volume_ring", 0) > 0;
  const normal = settings.get("global", "mode_ringer") === RINGER.normal;
  if (loud !== normal) settings.put("global", "mode_ringer", loud ? RINGER.normal : RINGER.vibrate);
}

function isPowered(settings: DeviceSettings): boolean {
  return powerSource(batteryOf(settings)) !== undefined;
}

/** AOSP BatterySaverStateMachine.java: off with new power, and on below the level that the user chose. */
function followBattery(settings: DeviceSettings, wasPowered: boolean): void {
  const trigger = settings.number("global", "low_power_trigger_level", 0);
  if (isPowered(settings)) {
    if (!wasPowered) settings.put("global", "low_power", "0");
  } else if (batteryOf(settings).level <= trigger) settings.put("global", "low_power", "1");
}
