/** Runs the command line from its sources, in the folder of the call. */
export async function run(args: readonly string[]): Promise<void> {
  process.chdir(process.env["INIT_CWD"] ?? process.cwd());
  const { main } = await import("../../packages/cli/src/main.ts");
  await main(args, "as it stands here");
}
