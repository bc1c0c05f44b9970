import { insertContact } from "../../contacts/testing/contact-rows.ts";
import type { AppScreens } from "../../testing/app-screens.ts";
import { insertMessage } from "./message-rows.ts";

export const SCREENS: AppScreens = {
  taps: [[], ["Start chat"], ["Ada, 1 unread message"], ["Ada, 1 unread message", "More options"]],
  furnish(device) {
    insertContact(device, { name: "Ada", phone: "5550142" });
    insertMessage(device, { address: "5550142", body: "Your code is 4711" });
    // A heads-up notification over the app would receive its touches.
    const { notifications } = device.ui;
    for (const { packageName, id } of notifications.list()) notifications.cancel(packageName, id);
  },
};
