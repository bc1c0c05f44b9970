import { installBoxPackage } from "@terrarium/contract/box-apps";
import type { ResponseOf } from "@terrarium/contract/endpoint";
import type { CallOptions } from "./bind.ts";
import type { HttpClient } from "./http-client.ts";

/** What is installed on a box. */
export const packageInstallation = (http: HttpClient, boxId: string) => ({
  /** Installs an APK, over an earlier version of it. A virtual device refuses it and names the templates that can. */
  async install(
    { apk, open = false }: { apk: Blob | Uint8Array<ArrayBuffer>; open?: boolean },
    options: CallOptions = {},
  ): Promise<ResponseOf<typeof installBoxPackage>> {
    // A file goes as a part of a form, which the contract's type does not tell apart from its text.
    const body = { apk: apk as unknown as string, open: open ? "true" : "false" } as const;
    return http.call(installBoxPackage, { params: { boxId }, body, ...options });
  },
});
