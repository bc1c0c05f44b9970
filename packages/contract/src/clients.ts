/** Name of the SDK's package, which scripts import. */
export const SDK_NAME = "@terrarium/sdk";
/** Paths of the SDK that a server hands out: as npm installs it, and as one module for browsers and Deno. */
export const SDK_PACKAGE_PATH = "/terrarium-sdk.tgz";
export const SDK_MODULE_PATH = "/terrarium-sdk.js";
/** The same under the name of the gbox alpha SDK, for scripts written for that. */
export const GBOX_NAME = "gbox-sdk";
export const GBOX_PACKAGE_PATH = "/gbox-sdk.tgz";
export const GBOX_MODULE_PATH = "/gbox-sdk.js";
/** The same for the command line: `npm install -g` takes it. */
export const CLI_PACKAGE_PATH = "/terrarium-cli.tgz";
