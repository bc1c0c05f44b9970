/** Whether this is an Apple computer: its shortcuts use ⌘, and Ctrl with letters edits text. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
