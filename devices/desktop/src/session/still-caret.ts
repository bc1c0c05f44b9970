import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const gtk = "[Settings]\ngtk-cursor-blink=0\n";
const xfce = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xsettings" version="1.0">
  <property name="Net" type="empty">
    <property name="CursorBlink" type="bool" value="false"/>
  </property>
</channel>
`;
/** Where GTK and XFCE look, in each folder of XDG_CONFIG_DIRS. */
const files = {
  "gtk-3.0/settings.ini": gtk,
  "gtk-4.0/settings.ini": gtk,
  "xfce4/xfconf/xfce-perchannel-xml/xsettings.xml": xfce,
};

/**
 * Writes settings under which the caret in a field does not blink, into a folder for XDG_CONFIG_DIRS: a screen on which
 * nothing happens is still, so that nothing is sent to those who watch it. Chromium takes what GTK is set to.
 */
export async function writeStillCaret(folder: string): Promise<void> {
  await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }),
  );
}
