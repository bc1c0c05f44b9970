/** Lets the browser save bytes as a file of the given name. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has begun once the click was handled; a second is ample.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
