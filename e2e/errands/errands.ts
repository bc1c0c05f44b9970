import { type Errand, reads } from "./errand.ts";

const CONTACTS = "content query --uri content://com.android.contacts/data/phones";
const contact = (name: string, number: string): string =>
  [
    "c=content://com.android.contacts",
    "content insert --uri $c/raw_contacts --bind starred:i:0",
    "id=$(content query --uri $c/contacts | sed -n 's/.*[ ]_id=\\([0-9]*\\).*/\\1/p' | tail -1)",
    `content insert --uri $c/data --bind raw_contact_id:i:$id --bind mimetype:s:vnd.android.cursor.item/name --bind data1:s:${name}`,
    `content insert --uri $c/data --bind raw_contact_id:i:$id --bind mimetype:s:vnd.android.cursor.item/phone_v2 --bind data1:s:${number}`,
  ].join("; ");
const setting = (key: string) => (device: { shell(command: string): Promise<string> }) =>
  device.shell(`settings get ${key}`);
const page = (name: string, body: string): string =>
  `echo '<html><head><title>${name}</title></head><body>${body}</body></html>' > /sdcard/Download/${name}`;

/** Command line that resets the device before each errand: no app is open. */
export const CLEAN_DESK =
  "for app in browser clock contacts files messages notes settings; do am force-stop com.terrarium.$app; done; input keyevent 3";

/** Fifteen everyday errands, completed through text only. */
export const ERRANDS: readonly Errand[] = [
  {
    name: "a contact with two numbers",
    async run(agent) {
      reads(await agent.do({ open: "Contacts" }, { tap: "New contact" }), "Name");
      const steps = [
        { type: "Grace Hopper", into: "Name" },
        { type: "5550101", into: "Phone" },
      ] as const;
      reads(await agent.do(...steps, { scroll: "down", until: "Add phone" }, { tap: "Add phone" }), "5550101");
      reads(await agent.do({ type: "5550102", into: { id: "phone_1" } }, { tap: "Save" }), "5550102");
    },
    effect: (device) => device.shell(CONTACTS),
    expected: /Grace Hopper.*5550101[\s\S]*Grace Hopper.*5550102/,
  },
  {
    name: "a text message",
    async run(agent) {
      reads(await agent.do({ open: "Messages" }, { tap: "Start chat" }), "To");
      reads(await agent.do({ type: "5550199", into: "To", enter: true }), "Text message");
      reads(await agent.do({ type: "On my way", into: "Text message" }, { tap: "Send" }), "On my way");
    },
    effect: (device) => device.shell("content query --uri content://sms/sent"),
    expected: /address=5550199.*body=On my way/,
  },
  {
    name: "an alarm on weekdays",
    async run(agent) {
      reads(await agent.do({ open: "Clock" }, { tap: "New alarm" }), "Mon");
      const days = ["Mon", "Tue", "Wed", "Thu", "Fri"].map((tap) => ({ tap }));
      reads(await agent.do(...days, { tap: "Hour down" }, { tap: "Save" }), "06:00");
    },
    effect: (device) => device.stored("com.terrarium.clock", "clock.json"),
    expected: /"hour":\s*6,\s*"minute":\s*0/,
  },
  {
    name: "a timer of five minutes",
    async run(agent) {
      reads(await agent.do({ open: "Clock" }, { tap: "Timer" }), "00");
      reads(await agent.do({ tap: "5" }, { tap: "00" }, { tap: "Start" }), "Pause");
    },
    effect: (device) => device.stored("com.terrarium.clock", "clock.json"),
    expected: /300000|"totalMs"|durationMs/,
  },
  {
    name: "a file renamed",
    given: ["echo hi > /sdcard/Download/draft.txt"],
    async run(agent) {
      reads(await agent.do({ open: "Files" }, { tap: "Download" }), "draft.txt");
      reads(await agent.do({ tap: "draft.txt", hold: 800 }, { tap: "More options" }, { tap: "Rename" }), "draft.txt");
      reads(
        await agent.do(
          { type: "final.txt", into: { id: "name" }, clear: true },
          { tap: { id: "confirm" } },
          { wait: "final.txt" },
        ),
        "final.txt",
      );
    },
    effect: (device) => device.shell("ls /sdcard/Download"),
    expected: /^final\.txt$/m,
  },
  {
    name: "a file moved",
    given: ["echo hi > /sdcard/Documents/plan.txt"],
    async run(agent) {
      reads(await agent.do({ open: "Files" }, { tap: "Documents" }), "plan.txt");
      reads(await agent.do({ tap: "plan.txt", hold: 800 }, { tap: "Move" }), "Move");
      await agent.do({ tap: "Internal storage" }, { tap: "Music" }, { tap: "Move 1 item here" });
    },
    effect: (device) => device.shell("ls /sdcard/Music /sdcard/Documents"),
    expected: /Music:\n(?:.*\n)*plan\.txt/,
  },
  {
    name: "the light theme",
    async run(agent) {
      reads(await agent.do({ open: "Settings" }, { tap: "Display" }), "Light");
      await agent.do({ tap: "Light" });
    },
    effect: setting("secure ui_night_mode"),
    expected: /^1$/m,
  },
  {
    name: "Wi-Fi off",
    async run(agent) {
      reads(await agent.do({ open: "Settings" }, { tap: "Network & internet" }), "Wi-Fi");
      await agent.do({ tap: "Wi-Fi" }, { tap: "Use Wi-Fi" });
    },
    effect: setting("global wifi_on"),
    expected: /^0$/m,
  },
  {
    name: "a larger font",
    async run(agent) {
      reads(await agent.do({ open: "Settings" }, { tap: "Display" }), "Larger");
      await agent.do({ tap: "Larger" });
    },
    effect: setting("system font_scale"),
    expected: /^1\.(?!0$)\d+$/m,
  },
  {
    name: "a new note",
    async run(agent) {
      reads(await agent.do({ open: "Notes" }, { tap: "New note" }), "Title");
      await agent.do({ type: "Packing list", into: "Title" }, { type: "Tent and rope", into: "Note" }, { tap: "Back" });
    },
    effect: (device) => device.stored("com.terrarium.notes", "notes.json"),
    expected: /Packing list[\s\S]*Tent and rope/,
  },
  {
    name: "a note found by search and changed",
    async run(agent) {
      reads(await agent.do({ open: "Notes" }, { tap: "New note" }), "Title");
      const text = [
        { type: "Garden", into: "Title" },
        { type: "Prune the roses", into: "Note" },
      ] as const;
      reads(await agent.do(...text, { tap: "Back" }, { press: "home" }), "Notes");
      reads(await agent.do({ open: "Notes" }, { type: "roses", into: "Search notes" }), "Garden");
      reads(await agent.do({ tap: "Garden" }), "Prune");
      await agent.do({ type: " today", into: "Note" }, { tap: "Back" });
    },
    effect: (device) => device.stored("com.terrarium.notes", "notes.json"),
    expected: /Prune the roses today/,
  },
  {
    name: "a form on a page",
    given: [
      page(
        "form.html",
        '<h1>Order</h1><form action="thanks.html"><input name="city" placeholder="City"><input type="submit" value="Send"></form>',
      ),
      page("thanks.html", "<p>Thank you</p>"),
    ],
    async run(agent) {
      reads(await agent.do({ open: "file:///sdcard/Download/form.html" }, { wait: "Send" }), "City");
      await agent.do({ type: "Bern", into: { id: "city" } }, { tap: "Send" }, { wait: "Thank you" });
    },
    effect: (device) => device.stored("com.terrarium.browser", "browser.json"),
    expected: /thanks\.html\?city=Bern/,
  },
  {
    name: "a folder made",
    async run(agent) {
      reads(await agent.do({ open: "Files" }, { tap: "Pictures" }, { tap: "New folder" }), "Name");
      await agent.do({ type: "Garden", into: { id: "name" }, clear: true }, { tap: { id: "confirm" } });
    },
    effect: (device) => device.shell("ls /sdcard/Pictures"),
    expected: /^Garden$/m,
  },
  {
    name: "a contact made a favourite",
    given: [contact("Mary", "5550111")],
    async run(agent) {
      reads(await agent.do({ open: "Contacts" }, { tap: "Mary" }), "5550111");
      await agent.do({ tap: "Add to favorites" });
    },
    effect: (device) => device.shell(CONTACTS),
    expected: /Mary.*starred=1/,
  },
  {
    name: "an answer to a message",
    given: ['content insert --uri content://sms/inbox --bind address:s:5550177 --bind "body:s:Lunch at noon?"'],
    async run(agent) {
      reads(await agent.do({ open: "Messages" }, { tap: "5550177" }), "Lunch at noon?");
      reads(await agent.do({ type: "Yes, at noon", into: "Text message" }, { tap: "Send" }), "Yes, at noon");
    },
    effect: (device) => device.shell("content query --uri content://sms/sent"),
    expected: /address=5550177.*body=Yes, at noon/,
  },
];
