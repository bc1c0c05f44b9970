/** The on-screen keyboard, the device's only input method. */
export const inputMethodPackage = "com.terrarium.keyboard";
export const inputMethodId = `${inputMethodPackage}/.KeyboardService`;
