/** The home screen, listed like an app by `am` and `dumpsys`. */
export const LAUNCHER = {
  packageName: "com.terrarium.launcher",
  component: "com.terrarium.launcher/.MainActivity",
  label: "Home",
} as const;
