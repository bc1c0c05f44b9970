import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const GTK = "[Settings]\ngtk-cursor-blink=0\n";
/** Returns settings that are off in a group of an XFCE settings channel. */
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
/**
 * The icon view of the file manager does not expose its files (AT-SPI). Its list does, and
 * reads shorter with two columns.
 */
const LISTED_FILES = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="thunar" version="1.0">
  <property name="default-view" type="string" value="ThunarDetailsView"/>
  <property name="last-view" type="string" value="ThunarDetailsView"/>
  <property name="last-details-view-visible-columns" type="string" value="THUNAR_COLUMN_NAME,THUNAR_COLUMN_SIZE"/>
</channel>
`;
const XFCE = "xfce4/xfconf/xfce-perchannel-xml";
/** Paths that GTK and XFCE read, in each folder of XDG_CONFIG_DIRS. */
const files = {
  "gtk-3.0/settings.ini": GTK,
  "gtk-4.0/settings.ini": GTK,
  [`${XFCE}/xsettings.xml`]: switchedOff("xsettings", "Net", "CursorBlink"),
  [`${XFCE}/thunar.xml`]: LISTED_FILES,
  [`${XFCE}/xfwm4.xml`]: switchedOff("xfwm4", "general", "use_compositing"),
};

/**
 * Writes settings into a folder for XDG_CONFIG_DIRS that keep an idle screen still and show changes immediately. The
 * caret in a field does not blink. There is no compositor: it would redraw windows from its own buffers, up to a frame
 * later. Chromium follows the GTK settings. The file manager lists files instead of drawing icons.
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
