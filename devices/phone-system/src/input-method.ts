/** The on-screen keyboard, the device's only input method. */
export const INPUT_METHOD_PACKAGE = "com.terrarium.keyboard";
export const INPUT_METHOD_ID = `${INPUT_METHOD_PACKAGE}/.KeyboardService`;
