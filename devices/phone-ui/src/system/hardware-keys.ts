import { KEY_CODES } from "@terrarium/adb-device/key-codes";

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
    case KEY_CODES.power:
      if (target.awake) target.sleep();
      else target.wake();
      return true;
    case KEY_CODES.wakeUp:
      target.wake();
      return true;
    case KEY_CODES.sleep:
    case KEY_CODES.softSleep:
      target.sleep();
      return true;
    case KEY_CODES.volumeUp:
    case KEY_CODES.volumeDown:
      target.changeVolume(keyCode === KEY_CODES.volumeUp ? 1 : -1);
      return true;
    case KEY_CODES.volumeMute:
      target.muteVolume();
      return true;
    case KEY_CODES.brightnessUp:
    case KEY_CODES.brightnessDown:
      target.changeBrightness(keyCode === KEY_CODES.brightnessUp ? 1 : -1);
      return true;
    case KEY_CODES.sysrq:
      target.takeScreenshot();
      return true;
  }
  if (!target.awake) return false;
  switch (keyCode) {
    case KEY_CODES.notification:
      target.toggleShade();
      return true;
    case KEY_CODES.allApps:
    case KEY_CODES.search:
      target.allApps();
      return true;
  }
  return false;
}
