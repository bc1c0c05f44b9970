/** How long a device that is stopped may take to store what it has; then it is killed. Its own limits are within this. */
export const DEVICE_GRACE_MS = 5_000;
