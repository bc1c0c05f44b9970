/** The project's public repository, and that of the alpha SDK which scripts here import as `gbox-sdk`. */
export const PROJECT_REPOSITORY_URL = "https://github.com/babelcloud/gbox";
export const SDK_REPOSITORY_URL = "https://github.com/babelcloud/gbox-sdk-alpha";

/** The API, to read and to try. */
export const API_DOCS_PATH = "/api/docs/";

/** Where people ask for an invite code. */
export const CONTACT_URL = `${PROJECT_REPOSITORY_URL}/issues`;

/** The console's page about one sandbox. */
export const sandboxPath = (sandboxId: string): string => `/sandboxes/${encodeURIComponent(sandboxId)}`;
