/** Where a server hands out its SDK: as npm installs it, and as one module for browsers and Deno. */
export const SDK_PACKAGE_PATH = "/gbox-sdk.tgz";
export const SDK_MODULE_PATH = "/gbox-sdk.js";
/** The same for the command line: `npm install -g` takes it. */
export const CLI_PACKAGE_PATH = "/terrarium-cli.tgz";
