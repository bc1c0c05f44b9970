/** The key that leads out of what takes the other keys for the device: there Tab, which does elsewhere, is the device's. */
export const LEAVE_KEY = "F6";
