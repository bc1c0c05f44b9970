/** Name of the SDK's package in import statements. */
export const SDK_NAME = "@terrarium/sdk";
/** Paths at which a server offers the SDK: an npm package, and one module for browsers and Deno. */
export const SDK_PACKAGE_PATH = "/terrarium-sdk.tgz";
export const SDK_MODULE_PATH = "/terrarium-sdk.js";
/** Name and path of the same SDK as a package for scripts written for the gbox alpha SDK. */
export const GBOX_NAME = "gbox-sdk";
export const GBOX_PACKAGE_PATH = "/gbox-sdk.tgz";
export const GBOX_MODULE_PATH = "/gbox-sdk.js";
/** Path of the command line's package, for `npm install -g`. */
export const CLI_PACKAGE_PATH = "/terrarium-cli.tgz";
