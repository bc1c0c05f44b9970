import { AUDIT_WORDS } from "./audit.ts";
import { DEVICE } from "./device.ts";
import { MONEY } from "./money.ts";
import { SANDBOXES } from "./sandboxes.ts";
import { SHARED } from "./shared.ts";
import { SIGN_IN } from "./sign-in.ts";
import { SNAPSHOTS } from "./snapshots.ts";
import { TEAM } from "./team.ts";
import { WEBHOOKS } from "./webhooks.ts";

/**
 * The console's Chinese texts, keyed by the English ones. "您" addresses the reader; a sandbox is 沙箱, a team 团队 (also
 * where English says organization), an API key API 密钥, the playground 演练场.
 */
export const MESSAGES = {
  ...SHARED,
  ...SIGN_IN,
  ...SANDBOXES,
  ...TEAM,
  ...MONEY,
  ...DEVICE,
  ...AUDIT_WORDS,
  ...WEBHOOKS,
  ...SNAPSHOTS,
};
