/** Errors of the device's file system: Linux numbers and texts on every host. */
const ERRORS = {
  EPERM: [1, "Operation not permitted"],
  ENOENT: [2, "No such file or directory"],
  EIO: [5, "I/O error"],
  EACCES: [13, "Permission denied"],
  EBUSY: [16, "Device or resource busy"],
  EEXIST: [17, "File exists"],
  ENOTDIR: [20, "Not a directory"],
  EISDIR: [21, "Is a directory"],
  EINVAL: [22, "Invalid argument"],
  EMFILE: [24, "Too many open files"],
  EFBIG: [27, "File too large"],
  ENOSPC: [28, "No space left on device"],
  EROFS: [30, "Read-only file system"],
  ENAMETOOLONG: [36, "File name too long"],
  ENOTEMPTY: [39, "Directory not empty"],
  ELOOP: [40, "Too many symbolic links encountered"],
} as const satisfies Record<string, readonly [number, string]>;

export type FileErrorCode = keyof typeof ERRORS;

/** A failed file operation. The message names the device's path, never the host's. */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly code: FileErrorCode;
  readonly path: string;

  constructor(code: FileErrorCode, path: string) {
    super(`${code}: ${ERRORS[code][1]}, '${path}'`);
    this.code = code;
    this.path = path;
  }

  /** The Linux errno. */
  get errno(): number {
    return ERRORS[this.code][0];
  }

  /** The text that a Linux program would print. */
  get text(): string {
    return ERRORS[this.code][1];
  }
}

function isFileErrorCode(code: unknown): code is FileErrorCode {
  return typeof code === "string" && Object.hasOwn(ERRORS, code);
}

/** Converts a host error to a device error; unknown host codes become EIO, with the cause kept. */
export function toFileError(error: unknown, devicePath: string): FileError {
  if (error instanceof FileError) return error;
  const code = error instanceof Error && "code" in error && isFileErrorCode(error.code) ? error.code : "EIO";
  const fileError = new FileError(code, devicePath);
  fileError.cause = error;
  return fileError;
}
