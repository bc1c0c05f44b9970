import type { AppScreens } from "../../testing/app-screens.ts";
import { insertContact } from "./contact-rows.ts";

export const SCREENS: AppScreens = {
  taps: [[], ["New contact"], ["Ada"], ["Ada", "Edit contact"], ["Ada", "Call"], ["Ada", "Delete contact"]],
  furnish: (device) =>
    insertContact(device, {
      name: "Ada",
      company: "Engines",
      phone: "5550142",
      email: "ada@engines.example",
      note: "x",
    }),
};
