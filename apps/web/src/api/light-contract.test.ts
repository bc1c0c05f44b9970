import { fileURLToPath } from "node:url";
import { lightContract } from "@terrarium/sdk/publish/light-contract";
import { build, type Plugin } from "esbuild";
import { expect, test } from "vitest";

const pages = ["console", "viewer"].map((page) => fileURLToPath(new URL(`../${page}/main.tsx`, import.meta.url)));

/** Excludes packages and non-code files: only the console's own modules are checked. */
const others: Plugin = {
  name: "others",
  setup(build) {
    build.onResolve({ filter: /^[^./]|\?|\.(css|woff2|svg)$/ }, ({ path, kind }) =>
      kind === "entry-point" || path.startsWith("@terrarium/") ? undefined : { path, external: true },
    );
  },
};

test("pages import calls and data of the contract, but no schemas", async () => {
  const { outputFiles } = await build({
    entryPoints: pages,
    outdir: "nowhere",
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    logLevel: "silent",
    plugins: [lightContract, others],
  });
  expect(outputFiles.map(({ text }) => /from "zod"/.test(text))).toEqual([false, false]);
});
