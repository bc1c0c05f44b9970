/** Downloads bytes as a file with the given name. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  saveAddress(address, name);
  // The download starts with the click. One second is ample.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}

/** Downloads an address of this page's origin as a file with the given name. */
export function saveAddress(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}
