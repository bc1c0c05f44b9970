/**
 * Entry point: runs the bundled program next to it. On the Node version that built it, it loads the compiled code of the
 * build, which saves a third of the start time. This code is stored with the program, where no sandbox can write.
 */
const { existsSync, readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { constants, Script } = require("node:vm");

closeMemory();

/** Name inserted by the build. */
const filename = join(__dirname, PROGRAM);
const codeFile = `${filename}.${process.version}-${process.arch}`;

const script = new Script(`(function (require, __filename) {${readFileSync(filename, "latin1")}\n})`, {
  filename,
  ...(existsSync(codeFile) && { cachedData: readFileSync(codeFile) }),
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
script.runInThisContext()(createRequire(filename), filename);

/**
 * Protects this process's memory (/proc/PID/mem). Programs in a sandbox run as the same user, and could otherwise
 * impersonate this program to the server. Throws if the memory stays accessible.
 */
function closeMemory() {
  if (process.platform !== "linux") return;
  try {
    // The object acts when it is loaded, and is not a Node module.
    process.dlopen({ exports: {} }, join(__dirname, "closed-memory.node"));
  } catch (error) {
    if (!error.message.includes("did not self-register")) throw error;
  }
}

/** For the build: the path for the compiled code, and the code compiled so far. */
exports.codeFile = codeFile;
exports.compiledCode = () => script.createCachedData();
