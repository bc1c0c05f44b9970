/**
 * `fork("compile-ahead.cjs", [MAIN_JS])`: runs the built program as in a sandbox until it is ready, and stores the compiled
 * code next to it.
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

/** Called by the program when it is ready. */
process.send = () => {
  writeFileSync(program.codeFile, program.compiledCode());
  process.kill(process.pid, "SIGTERM");
};
const program = require(main);
