import { installBoxPackage } from "@terrarium/contract/box-apps";
import type { ResponseOf } from "@terrarium/contract/endpoint";
import type { CallOptions } from "./bind.ts";
import type { HttpClient } from "./http-client.ts";

/** Installs apps on a box. */
export const packageInstallation = (http: HttpClient, boxId: string) => ({
  /**
   * Installs an APK, replacing an earlier version. A virtual device rejects it and names the templates that support
   * APKs.
   */
  async install(
    { apk, open = false }: { apk: Blob | Uint8Array<ArrayBuffer>; open?: boolean },
    options: CallOptions = {},
  ): Promise<ResponseOf<typeof installBoxPackage>> {
    // A file is a part of a form. The contract's type does not distinguish it from text.
    const body = { apk: apk as unknown as string, open: open ? "true" : "false" } as const;
    return http.call(installBoxPackage, { params: { boxId }, body, ...options });
  },
});
