/** Whether this is a computer of Apple's: shortcuts are with ⌘ there, and Ctrl with letters edits text. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
