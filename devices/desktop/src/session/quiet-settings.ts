import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const gtk = "[Settings]\ngtk-cursor-blink=0\n";
/** What is off in a group of a channel of XFCE's settings. */
const switchedOff = (
  channel: string,
  group: string,
  property: string,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<channel name="${channel}" version="1.0">
  <property name="${group}" type="empty">
    <property name="${property}" type="bool" value="false"/>
  </property>
</channel>
`;
const xfce = "xfce4/xfconf/xfce-perchannel-xml";
/** Where GTK and XFCE look, in each folder of XDG_CONFIG_DIRS. */
const files = {
  "gtk-3.0/settings.ini": gtk,
  "gtk-4.0/settings.ini": gtk,
  [`${xfce}/xsettings.xml`]: switchedOff("xsettings", "Net", "CursorBlink"),
  [`${xfce}/xfwm4.xml`]: switchedOff("xfwm4", "general", "use_compositing"),
};

/**
 * Writes settings, into a folder for XDG_CONFIG_DIRS, under which a screen on which nothing happens is still, and what
 * happens is there at once: the caret in a field does not blink, and windows are drawn where they are seen. A compositor
 * would draw them anew from pictures of its own, up to a frame later. Chromium takes what GTK is set to.
 */
export async function writeQuietSettings(folder: string): Promise<void> {
  await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }),
  );
}
