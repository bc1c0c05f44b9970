/** Downloads bytes as a file with the given name. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download starts with the click. One second is ample.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
