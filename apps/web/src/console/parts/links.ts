import { JOIN_PATH } from "../../session/access.ts";

/** The project's public repository, and the repository of the alpha SDK, which scripts import as `gbox-sdk`. */
export const PROJECT_REPOSITORY_URL = "https://github.com/babelcloud/gbox";
export const SDK_REPOSITORY_URL = "https://github.com/babelcloud/gbox-sdk-alpha";

/** Address of the interactive API documentation. */
export const API_DOCS_PATH = "/api/docs/";

/** Contact address for invite codes. */
export const CONTACT_URL = `${PROJECT_REPOSITORY_URL}/issues`;

/** Address of the documentation. */
export const DOCS_PATH = "/docs/";

/** Returns the address of an invite link. */
export const inviteAddress = (inviteCode: string): string =>
  `${window.location.origin}${JOIN_PATH}/${encodeURIComponent(inviteCode)}`;

/** Returns the path of a sandbox's page in the console. */
export const sandboxPath = (sandboxId: string): string => `/sandboxes/${encodeURIComponent(sandboxId)}`;
