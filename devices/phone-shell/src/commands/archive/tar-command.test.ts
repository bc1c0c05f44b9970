import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestShell, type TestShell } from "../../testing/test-shell.ts";

let shell: TestShell;

beforeAll(async () => {
  shell = await startTestShell({ limitBytes: 256 * 1024 ** 2 });
});

afterAll(() => shell.close());

/** Returns the host path of a file on the device. */
function hostPath(path: string): string {
  return join(shell.folder, "tree", path);
}

describe("tar", () => {
  it("exchanges archives with the host's tar", async () => {
    const long = "n".repeat(120);
    const made = await shell.run(
      `cd /data/local/tmp; mkdir -p d/e; echo x > d/f; echo y > d/e/${long}; ln -s f d/l; chmod 640 d/f; touch -d @1700000000 d/f; tar czf a.tgz d`,
    );
    expect(made).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    const folder = hostPath("host");
    mkdirSync(folder);
    execFileSync("tar", ["xzf", hostPath("data/local/tmp/a.tgz"), "-C", folder]);
    expect(readFileSync(join(folder, "d/e", long), "utf8")).toBe("y\n");
    expect(readFileSync(join(folder, "d/l"), "utf8")).toBe("x\n");
    for (const format of ["gnu", "pax", "ustar"]) {
      const name = format === "ustar" ? "short" : "m".repeat(200);
      writeFileSync(join(folder, name), format);
      execFileSync("tar", ["cf", hostPath(`sdcard/${format}.tar`), `--format=${format}`, "-C", folder, name]);
      const { stdout } = await shell.run(`cd /sdcard; tar xf ${format}.tar; cat ${name}`);
      expect(stdout).toBe(format);
    }
  });

  it("treats a file as a file when its cut-off name ends in a slash", async () => {
    const { stdout, stderr } = await shell.run(
      "cd /data/local/tmp; p=deep/$(printf 'a/%.0s' $(seq 60)); mkdir -p $p; echo x > ${p}f; tar cf - deep | tar tf - | tail -n 1 | wc -c",
    );
    expect([stdout, stderr]).toEqual(["127\n", ""]);
  });

  it("keeps modes, times and links", async () => {
    const { stdout } = await shell.run(
      "cd /data/local/tmp; rm -rf d2; mkdir d2; tar xzf a.tgz -C d2 --strip-components=1; stat -c '%a %Y' d2/f; readlink d2/l",
    );
    expect(stdout).toBe("640 1700000000\nf\n");
  });

  it("streams archives of any size in both directions", async () => {
    const { stdout, stderr } = await shell.run(
      "cd /data/local/tmp; dd if=/dev/zero of=big bs=1M count=80 status=none; mkdir out; tar cf - big | tar xf - -C out; cmp big out/big && echo same; tar cz big | tar tzv | cut -c1-10; rm -r big out",
    );
    expect([stdout, stderr]).toEqual(["same\n-rw-rw-rw-\n", ""]);
  });

  it("writes only inside its folder", async () => {
    const folder = hostPath("made");
    mkdirSync(join(folder, "in"), { recursive: true });
    writeFileSync(join(folder, "evil"), "evil");
    execFileSync("tar", ["cPf", hostPath("sdcard/evil.tar"), "../evil"], { cwd: join(folder, "in") });
    execFileSync("tar", ["rPf", hostPath("sdcard/evil.tar"), "--transform=s|.*|/sdcard/absolute|", "../evil"], {
      cwd: join(folder, "in"),
    });
    const { stdout, stderr, exitCode } = await shell.run(
      "mkdir -p /sdcard/a/b; cd /sdcard/a/b; tar xf /sdcard/evil.tar; find /sdcard -name evil -o -name absolute",
    );
    expect(stdout).toBe("/sdcard/a/b/sdcard/absolute\n");
    expect(stderr).toBe("tar: '../evil' /sdcard/a/evil not under '/sdcard/a/b'\ntar: had errors\n");
    expect(exitCode).toBe(0);
  });

  it("does not follow links from the archive out of its folder", async () => {
    const [first, second] = [hostPath("first"), hostPath("second")];
    mkdirSync(first);
    symlinkSync("../outside", join(first, "d"));
    mkdirSync(join(second, "d", "sub"), { recursive: true });
    writeFileSync(join(second, "d", "evil"), "evil");
    execFileSync("tar", ["cf", hostPath("sdcard/link.tar"), "-C", first, "d"]);
    execFileSync("tar", ["rf", hostPath("sdcard/link.tar"), "-C", second, "d/evil", "d/sub"]);
    const { stdout, stderr } = await shell.run(
      "mkdir -p /sdcard/l/outside /sdcard/l/in; cd /sdcard/l/in; tar xf /sdcard/link.tar; find /sdcard/l | sort; tar tf /sdcard/link.tar",
    );
    expect(stdout).toBe(
      "/sdcard/l\n/sdcard/l/in\n/sdcard/l/in/d\n/sdcard/l/outside\nd -> ../outside\nd/evil\nd/sub/\n",
    );
    expect(stderr).toBe(
      "tar: 'd/evil' /sdcard/l/outside/evil not under '/sdcard/l/in'\ntar: 'd/sub' /sdcard/l/outside/sub not under '/sdcard/l/in'\ntar: had errors\n",
    );
  });

  it("reads sparse files and skips unknown entries", async () => {
    const folder = hostPath("holes");
    mkdirSync(folder);
    const content = Buffer.alloc(3_000_000);
    for (const at of [0, 500_000, 900_000, 1_300_000, 1_700_000, 2_100_000, 2_500_000]) content.write("data", at);
    writeFileSync(join(folder, "full"), content);
    execFileSync("cp", ["--sparse=always", join(folder, "full"), join(folder, "holes")]);
    writeFileSync(join(folder, "odd"), "odd");
    writeFileSync(join(folder, "last"), "last");
    const archive = hostPath("sdcard/holes.tar");
    execFileSync("tar", ["cSf", archive, "--format=gnu", "-C", folder, "odd", "holes", "last"]);
    const bytes = readFileSync(archive);
    // The first file's type and its checksum.
    bytes.write("Z", 156);
    bytes.fill(" ", 148, 156);
    const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    writeFileSync(archive, bytes);
    const { stdout, stderr } = await shell.run(
      "mkdir /sdcard/h; cd /sdcard/h; tar xf ../holes.tar; ls; cat last; md5sum -b holes",
    );
    expect([stdout, stderr]).toEqual([`holes\nlast\nlast${createHash("md5").update(content).digest("hex")}\n`, ""]);
  });

  it("reports what is wrong with an archive", async () => {
    const { stderr } = await shell.run(
      "cd /sdcard; echo text > t; tar tf t; tar tf none; tar; tar cf x.tar none; mkdir d; seq 9999 > d/f; tar cf c.tar d; head -c 3000 c.tar | tar tf - ; printf '\\037\\213bad' | tar t",
    );
    expect(stderr.split("\n")).toEqual([
      "tar: Not tar",
      "tar: none: No such file or directory",
      'tar: Needs -txc (see "tar --help")',
      "tar: none: No such file or directory",
      "tar: had errors",
      "tar: short header",
      "tar: bad gzip",
      "",
    ]);
  });
});
