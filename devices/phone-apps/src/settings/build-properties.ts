import { FileError } from "@terrarium/device-files/file-error";
import { useServices } from "@terrarium/phone-ui/services/services";
import { useEffect, useState } from "react";

const PATH = "/system/build.prop";
const BYTES_MAX = 64 * 1024;

/** Returns the system's build properties. Empty until they are read, and without a build file. */
export function useBuildProperties(): ReadonlyMap<string, string> {
  const { files, run, log } = useServices();
  const [properties, setProperties] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    files.readAll(PATH, BYTES_MAX).then(
      (bytes) => run(() => setProperties(parseProperties(bytes.toString("utf8")))),
      (error: unknown) => {
        if (!(error instanceof FileError && error.code === "ENOENT"))
          log(`${PATH} could not be read: ${String(error)}`);
      },
    );
  }, [files, run, log]);
  return properties;
}

/** Parses lines of `name=value`. The value may contain more equals signs. */
export function parseProperties(text: string): Map<string, string> {
  const properties = new Map<string, string>();
  for (const line of text.split("\n")) {
    const at = line.indexOf("=");
    if (at > 0) properties.set(line.slice(0, at), line.slice(at + 1));
  }
  return properties;
}
