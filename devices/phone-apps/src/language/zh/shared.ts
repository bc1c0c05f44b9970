import { translation } from "@terrarium/phone-ui/services/language";
import { SHARED_STRINGS } from "../../strings.ts";

export const SHARED = translation(SHARED_STRINGS, { yesterday: "昨天" });
