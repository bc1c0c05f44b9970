/** The key that leaves a view with captured keys. Tab cannot do this there, because it goes to the device. */
export const LEAVE_KEY = "F6";
