import { keyCodes } from "@terrarium/adb-device/key-codes";

/** Actions of keys that work on every screen. */
export interface HardwareKeyTarget {
  readonly awake: boolean;
  wake(): void;
  sleep(): void;
  changeVolume(steps: number): void;
  muteVolume(): void;
  changeBrightness(steps: number): void;
  takeScreenshot(): void;
  toggleShade(): void;
  allApps(): void;
}

/** Handles a hardware key like AOSP's PhoneWindowManager; returns false for other keys. */
export function pressHardwareKey(keyCode: number, target: HardwareKeyTarget): boolean {
  switch (keyCode) {
    case keyCodes.power:
      if (target.awake) target.sleep();
      else target.wake();
      return true;
    case keyCodes.wakeUp:
      target.wake();
      return true;
    case keyCodes.sleep:
    case keyCodes.softSleep:
      target.sleep();
      return true;
    case keyCodes.volumeUp:
    case keyCodes.volumeDown:
      target.changeVolume(keyCode === keyCodes.volumeUp ? 1 : -1);
      return true;
    case keyCodes.volumeMute:
      target.muteVolume();
      return true;
    case keyCodes.brightnessUp:
    case keyCodes.brightnessDown:
      target.changeBrightness(keyCode === keyCodes.brightnessUp ? 1 : -1);
      return true;
    case keyCodes.sysrq:
      target.takeScreenshot();
      return true;
  }
  if (!target.awake) return false;
  switch (keyCode) {
    case keyCodes.notification:
      target.toggleShade();
      return true;
    case keyCodes.allApps:
    case keyCodes.search:
      target.allApps();
      return true;
  }
  return false;
}
