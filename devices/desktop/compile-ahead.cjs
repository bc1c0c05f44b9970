/**
 * `fork("compile-ahead.cjs", [MAIN_JS])`: runs the built program as in a sandbox until it answers, and keeps the code that
 * was compiled for that beside it.
 */
const { generateKeyPairSync } = require("node:crypto");
const { writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { formatPublicKey } = require("@terrarium/adb/public-key");

const [node, , main] = process.argv;
const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const adbPublicKey = formatPublicKey(publicKey, "build");
const options = { kind: "linux", adbPublicKey, home: tmpdir(), listen: { port: 0 } };
process.argv = [node, main, JSON.stringify(options)];

/** It tells its parent that it is ready. */
process.send = () => {
  writeFileSync(program.codeFile, program.compiledCode());
  process.kill(process.pid, "SIGTERM");
};
const program = require(main);
