import { installBoxPackage } from "@terrarium/contract/box-apps";
import { getBox } from "@terrarium/contract/boxes";
import type { ResponseOf } from "@terrarium/contract/endpoint";
import { fileContentPath, filesPath } from "@terrarium/contract/proxy";
import type { DeviceFile, DeviceFileList } from "@terrarium/contract/proxy-messages";
import { ApiError, ConnectionError } from "../../api/api-error.ts";
import { errorOf } from "../../api/call.ts";
import { t } from "../../language/text.ts";
import { lostAccess } from "../parts/lost-access.ts";

/** Receives the number of transferred bytes during a transfer. */
export type OnProgress = (doneBytes: number) => void;

/** The files of a sandbox. Every call rejects with ApiError or ConnectionError. A 401 ends the session. */
export class FilesApi {
  readonly #sandboxId: string;
  readonly #token: string;

  constructor(sandboxId: string, token: string) {
    this.#sandboxId = sandboxId;
    this.#token = token;
  }

  async list(path: string, signal: AbortSignal): Promise<DeviceFile[]> {
    const response = await this.#fetch(filesPath(this.#sandboxId, path), signal);
    return ((await response.json()) as DeviceFileList).files;
  }

  /** Returns the state of a sandbox that is not running. A stopped or starting one may return. */
  async absence(signal: AbortSignal): Promise<"stopped" | "starting" | "ended"> {
    const response = await this.#fetch(getBox.path.replace("{boxId}", encodeURIComponent(this.#sandboxId)), signal);
    const { status } = (await response.json()) as ResponseOf<typeof getBox>;
    if (status === "stopped") return "stopped";
    return status === "pending" || status === "running" ? "starting" : "ended";
  }

  async download(path: string, signal: AbortSignal, onProgress: OnProgress): Promise<Blob> {
    const response = await this.#fetch(fileContentPath(this.#sandboxId, path), signal);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let doneBytes = 0;
    const reader = response.body?.getReader();
    const read = () =>
      reader?.read().catch((error: unknown) => {
        throw signal.aborted ? error : new ConnectionError("refused", t("The connection was lost"), error);
      });
    for (let chunk = await read(); chunk && !chunk.done; chunk = await read()) {
      chunks.push(chunk.value);
      onProgress((doneBytes += chunk.value.length));
    }
    return new Blob(chunks);
  }

  upload(path: string, file: Blob, signal: AbortSignal, onProgress: OnProgress): Promise<void> {
    return this.#send("PUT", fileContentPath(this.#sandboxId, path), file, signal, onProgress);
  }

  /** Installs an APK. Resolves when the device has installed it. */
  install(apk: File, signal: AbortSignal, onProgress: OnProgress): Promise<void> {
    const form = new FormData();
    form.append("apk", apk, apk.name);
    const { method, path } = installBoxPackage;
    return this.#send(method, path.replace("{boxId}", encodeURIComponent(this.#sandboxId)), form, signal, onProgress);
  }

  /** Uses XMLHttpRequest, because fetch does not report upload progress. */
  #send(
    method: string,
    address: string,
    body: Blob | FormData,
    signal: AbortSignal,
    onProgress: OnProgress,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, address);
      request.setRequestHeader("authorization", this.#headers().authorization);
      request.upload.addEventListener("progress", ({ loaded }) => onProgress(loaded));
      request.addEventListener("load", () => {
        if (request.status >= 200 && request.status < 300) return resolve();
        const { status, statusText } = request;
        void this.#refuse(new Response(request.responseText, { status, statusText })).catch(reject);
      });
      request.addEventListener("error", () =>
        reject(new ConnectionError("refused", t("The server could not be reached"))),
      );
      request.addEventListener("abort", () => reject(signal.reason));
      signal.addEventListener("abort", () => request.abort(), { once: true });
      request.send(body);
    });
  }

  async #fetch(address: string, signal: AbortSignal): Promise<Response> {
    const response = await fetch(address, { headers: this.#headers(), signal }).catch((error: unknown) => {
      throw signal.aborted ? error : new ConnectionError("refused", t("The server could not be reached"), error);
    });
    if (!response.ok) await this.#refuse(response);
    return response;
  }

  #headers() {
    return { authorization: `Bearer ${this.#token}` };
  }

  async #refuse(response: Response): Promise<never> {
    const error = await errorOf(response);
    if (error instanceof ApiError && error.status === 401)
      lostAccess(this.#token, { kind: "unauthorized", detail: error.message });
    throw error;
  }
}
