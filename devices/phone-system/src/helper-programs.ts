/** Helper programs of agent tools as commands see them; `phone-helpers` runs them. */

/** An installed APK of a known helper. */
export interface HelperPackage {
  packageName: string;
  versionCode: number;
  versionName: string;
  userId: number;
  /** Installation time in epoch milliseconds. */
  installedMs: number;
  /** Class that runs the package's tests, and the package that it tests. */
  instrumentation?: { runner: string; target: string };
  /** Ids of the package's input methods, such as a.b/.Keyboard. */
  inputMethods: readonly string[];
}

/** A start of a helper by `am instrument` or `app_process`. */
export type HelperLaunch =
  | {
      kind: "instrumentation";
      component: string;
      args: Readonly<Record<string, string>>;
      /** Whether it runs on after its command, which does not read its output. */
      detached: boolean;
    }
  | {
      kind: "class";
      className: string;
      args: readonly string[];
      /** Digest of the file with the class, in hexadecimal; undefined if there is no such file. */
      codeSha256: string | undefined;
    };

/** One step of a running helper: text for its output, a file that it writes, or its end. */
export type HelperStep =
  | { kind: "text"; text: string }
  | { kind: "file"; path: string; bytes: Uint8Array }
  | { kind: "exit"; exitCode: number }
  /** Nothing yet. The caller asks again; a helper without a caller is ended. */
  | { kind: "waiting" };

/** An intent for a helper's component or receiver. */
export interface HelperIntent {
  action?: string;
  /** Such as a.b/.C */
  component?: string;
  packageName?: string;
  extras: Readonly<Record<string, string>>;
}

/** Answer of a broadcast's receiver (AOSP BroadcastReceiver.java, setResult). */
export interface BroadcastAnswer {
  resultCode: number;
  data?: string;
}
