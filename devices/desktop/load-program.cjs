/**
 * What is started: runs the bundled program beside it. Under the Node that built it, it takes the code that was compiled
 * then, which a third of the start would go to otherwise. That lies where the program does, so nobody in a sandbox can
 * write to it.
 */
const { existsSync, readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { constants, Script } = require("node:vm");

closeMemory();

/** Put in by the build. */
const filename = join(__dirname, PROGRAM);
const codeFile = `${filename}.${process.version}-${process.arch}`;

const script = new Script(`(function (require, __filename) {${readFileSync(filename, "latin1")}\n})`, {
  filename,
  ...(existsSync(codeFile) && { cachedData: readFileSync(codeFile) }),
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
script.runInThisContext()(createRequire(filename), filename);

/**
 * Programs in a sandbox have this program's user: by its memory (/proc/PID/mem) one of them could take its place towards
 * the server. Throws if the memory stays open.
 */
function closeMemory() {
  if (process.platform !== "linux") return;
  try {
    // It does its work when it is loaded, and is no module of Node's.
    process.dlopen({ exports: {} }, join(__dirname, "closed-memory.node"));
  } catch (error) {
    if (!error.message.includes("did not self-register")) throw error;
  }
}

/** For the build: the compiled code of what has run by now. */
exports.codeFile = codeFile;
exports.compiledCode = () => script.createCachedData();
