/** Runs the command line of the users as it stands here, in the folder that it was called from. */
export async function run(args: readonly string[]): Promise<void> {
  process.chdir(process.env["INIT_CWD"] ?? process.cwd());
  const { main } = await import("../../packages/cli/src/main.ts");
  await main(args, "as it stands here");
}
