import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A kind of key that is fast to generate. */
const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/**
 * For tests: makes an authority with a server's and a client's certificate in a folder, with openssl. File names as in
 * docker's programs: ca.pem, cert.pem and key.pem of the client; server-cert.pem and server-key.pem. The server is
 * localhost.
 */
export function makeCertificates(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const at = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
  const authority = [
    "-x509",
    "-days",
    "1",
    "-subj",
    "/CN=authority",
    "-keyout",
    at("ca-key.pem"),
    "-out",
    at("ca.pem"),
  ];
  openssl("req", ...KEY, ...authority);
  const issue = (name: string, prefix: string, usage: string) => {
    openssl("req", ...KEY, "-subj", `/CN=${name}`, "-keyout", at(`${prefix}key.pem`), "-out", at("request.pem"));
    writeFileSync(at("extensions"), `extendedKeyUsage=${usage}\nsubjectAltName=DNS:localhost,IP:127.0.0.1\n`);
    const signed = ["-req", "-days", "1", "-CA", at("ca.pem"), "-CAkey", at("ca-key.pem"), "-CAcreateserial"];
    openssl("x509", ...signed, "-extfile", at("extensions"), "-in", at("request.pem"), "-out", at(`${prefix}cert.pem`));
  };
  issue("localhost", "server-", "serverAuth");
  issue("terrarium", "", "clientAuth");
  return folder;
}
