import { describe, expect, it } from "vitest";
import { fakeNode } from "../testing/fake-phone.ts";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("uiautomator", () => {
  testOnPhone(used, [
    ["uiautomator | head -1", "Usage: uiautomator <subcommand> [options]\n"],
    ["uiautomator dump", "UI hierchary dumped to: /sdcard/window_dump.xml\n"],
    [
      "uiautomator dump; cat /sdcard/window_dump.xml; rm /sdcard/window_dump.xml",
      'UI hierchary dumped to: /sdcard/window_dump.xml\n<?xml version=\'1.0\' encoding=\'UTF-8\' standalone=\'yes\' ?><hierarchy rotation="0"><node index="0" text="Home" resource-id="" class="android.widget.FrameLayout" package="com.example.home" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][720,1280]" /></hierarchy>',
    ],
    [
      "uiautomator dump /dev/tty",
      '<?xml version=\'1.0\' encoding=\'UTF-8\' standalone=\'yes\' ?><hierarchy rotation="0"><node index="0" text="Home" resource-id="" class="android.widget.FrameLayout" package="com.example.home" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][720,1280]" /></hierarchy>UI hierchary dumped to: /dev/tty\n',
    ],
    [
      "uiautomator dump --compressed out.xml; cat out.xml",
      'UI hierchary dumped to: out.xml\n<?xml version=\'1.0\' encoding=\'UTF-8\' standalone=\'yes\' ?><hierarchy rotation="0"><node index="0" text="Home" resource-id="" class="android.widget.FrameLayout" package="com.example.home" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][720,1280]" /></hierarchy>',
    ],
    ["uiautomator dump --bogus 2>&1 | head -1", "ERROR: unknown option '--bogus'\n"],
    ['uiautomator dump nodir/x 2>&1 | sed "s|/.*/nodir|nodir|"', "uiautomator: nodir/x: No such file or directory\n"],
    [
      "uiautomator runtest x; uiautomator events",
      "",
      "uiautomator: runtest needs Java, which this device has not; there is: uiautomator dump\nuiautomator: events needs Java, which this device has not; there is: uiautomator dump\n",
      1,
    ],
    ["uiautomator juggle 2>&1 | head -1", "ERROR: unknown subcommand 'juggle'\n"],
    ["uiautomator help | head -1", "Usage: uiautomator <subcommand> [options]\n"],
  ]);
});

describe("uiautomator dump shows", () => {
  const { phone, shell } = used;
  const dump = async (options = ""): Promise<string> => {
    const { stdout } = await shell().run(`uiautomator dump ${options} /dev/tty`);
    return stdout;
  };
  const texts = (xml: string): string[] => [...xml.matchAll(/ text="([^"]*)"/g)].map(([, text = ""]) => text);

  it("characters that XML forbids as dots, and others as entities", async () => {
    phone.windows = [fakeNode({ text: '<a href="x">&\'\n\t\u0000\u001b\ud800é😀', description: "\u0085\ufffe" })];
    const xml = await dump();
    expect(Buffer.from(xml, "latin1").toString()).toContain(
      ' text="&lt;a href=&quot;x&quot;&gt;&amp;\'&#10;&#9;..\ufffdé😀" ',
    );
    expect(Buffer.from(xml, "latin1").toString()).toContain(' content-desc="\u0085." ');
  });

  it("the window that fills the screen and windows above it, without bars and keyboard", async () => {
    const small = { left: 0, top: 0, right: 100, bottom: 100 };
    phone.windows = [
      fakeNode({ text: "beneath" }),
      fakeNode({ text: "app" }),
      fakeNode({ text: "toast", bounds: small }),
      fakeNode({ text: "bar", id: "com.android.systemui:id/status_bar", bounds: small }),
      fakeNode({ text: "keys", packageName: "com.terrarium.keyboard", bounds: small }),
      fakeNode({ bounds: small }),
    ];
    expect(texts(await dump())).toEqual(["app", "toast"]);
  });

  it("only an error when no window has text", async () => {
    phone.windows = [];
    expect(await shell().run("uiautomator dump")).toEqual({
      stdout: "",
      stderr: "ERROR: null root node returned by UiTestAutomationBridge.\n",
      exitCode: 1,
    });
  });

  it("clickable nodes without a name as not friendly", async () => {
    const button = { clickable: true, bounds: { left: 1, top: 2, right: 3, bottom: 4 } };
    phone.windows = [
      fakeNode({
        children: [
          fakeNode(button),
          fakeNode({ ...button, description: "named" }),
          fakeNode({ ...button, children: [fakeNode({ text: "within" })] }),
          fakeNode({ ...button, enabled: false }),
        ],
      }),
    ];
    const nodes = (await dump()).match(/<node [^>]*>/g) ?? [];
    expect(nodes.map((node) => node.includes('NAF="true"'))).toEqual([false, true, false, false, false, false]);
    expect(nodes[1]).toContain('bounds="[1,2][3,4]"');
    expect(nodes.map((node) => /index="(\d)"/.exec(node)?.[1])).toEqual(["0", "0", "1", "2", "0", "3"]);
  });

  it("compressed: only nodes with text or input", async () => {
    phone.windows = [
      fakeNode({
        children: [
          fakeNode({ children: [fakeNode({ text: "deep" })] }),
          fakeNode(),
          fakeNode({ scrollable: true, children: [fakeNode({ focusable: true })] }),
        ],
      }),
    ];
    expect(texts(await dump())).toHaveLength(6);
    expect((await dump("--compressed")).match(/<node /g)).toHaveLength(3);
  });
});
