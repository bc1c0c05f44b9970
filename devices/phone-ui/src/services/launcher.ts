/** The home screen, which `am` and `dumpsys` name like an app. */
export const launcher = {
  packageName: "com.terrarium.launcher",
  component: "com.terrarium.launcher/.MainActivity",
  label: "Home",
} as const;
