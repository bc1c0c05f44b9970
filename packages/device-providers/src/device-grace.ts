/** Time that a stopping device has to store its data before it is killed. The device's own timeouts are shorter. */
export const DEVICE_GRACE_MS = 5_000;
