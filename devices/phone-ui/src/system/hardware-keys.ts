import { keyCodes } from "@terrarium/adb-device/key-codes";

/** What the keys do that work whatever is in front. */
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

/** As PhoneWindowManager in AOSP: true if the key is one of these, and has done its work. */
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
