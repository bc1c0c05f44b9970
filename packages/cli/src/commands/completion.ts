import type { Command, CommandUnknownOpts } from "@commander-js/extra-typings";
import { connect, type Connection } from "../settings/connect.ts";

/** Longest delay after Tab. */
const NAMES_TIMEOUT_MS = 2_000;
const MOST_NAMES = 100;

const SCRIPTS = {
  bash: `_terrarium() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(terrarium __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
  compopt -o bashdefault -o default 2>/dev/null
}
complete -F _terrarium terrarium
`,
  zsh: `#compdef terrarium
_terrarium() {
  local -a found
  found=("\${(@f)$(terrarium __complete -- "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -a found; else _files; fi
}
compdef _terrarium terrarium
`,
  fish: `complete -c terrarium -a '(terrarium __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
} as const;

export function addCompletionCommands(program: Command): void {
  const completion = program.command("completion").description("print a shell completion script");
  for (const [shell, script] of Object.entries(SCRIPTS))
    completion
      .command(shell)
      .description(`for ${shell}: source it, or put it into ${shell}'s completion folder`)
      .action(() => void process.stdout.write(script));
  program
    .command("__complete", { hidden: true })
    .argument("[words...]")
    .action(
      async (words) =>
        void process.stdout.write((await wordsAfter(program, words, NAMES)).map((word) => `${word}\n`).join("")),
    );
}

/** Functions that fetch possible values from the server, by argument name. */
type Names = Readonly<Record<string, () => Promise<string[]>>>;

/** Returns the completions of the last of these words: commands, options, and the names of existing objects. */
export async function wordsAfter(
  program: CommandUnknownOpts,
  words: readonly string[],
  names: Names,
): Promise<string[]> {
  const last = words.at(-1) ?? "";
  let command = program;
  let argumentsGiven = 0;
  for (const word of words.slice(0, -1)) {
    const next = command.commands.find((each) => each.name() === word);
    if (next) command = next;
    else if (!word.startsWith("-")) argumentsGiven += 1;
  }
  const candidates = last.startsWith("-")
    ? command.options.flatMap(({ short, long }) => [short, long]).filter((name) => name !== undefined)
    : command.commands.filter((each) => !isHidden(each)).map((each) => each.name());
  const { registeredArguments } = command;
  const argument = registeredArguments[Math.min(argumentsGiven, registeredArguments.length - 1)];
  const isNext = argument && (argumentsGiven < registeredArguments.length || argument.variadic);
  const list = isNext && !last.startsWith("-") ? names[argument.name()] : undefined;
  return [...candidates, ...((await list?.()) ?? [])].filter((word) => word.startsWith(last));
}

const isHidden = (command: CommandUnknownOpts): boolean => command.name().startsWith("__");

/** Names are empty if the server cannot be reached: an error would disturb the typing. */
const NAMES: Names = {
  box: unlessFailed(async ({ boxes }) => {
    const { data } = await boxes.list({ pageSize: MOST_NAMES }, { timeoutMs: NAMES_TIMEOUT_MS });
    return data.filter(({ status }) => status === "running").map(({ id }) => id);
  }),
  snapshot: unlessFailed(async ({ snapshots }) => {
    const { data } = await snapshots.list({ pageSize: MOST_NAMES }, { timeoutMs: NAMES_TIMEOUT_MS });
    return data.map(({ name }) => name);
  }),
};

function unlessFailed(ask: (server: Connection) => Promise<string[]>): () => Promise<string[]> {
  return async () => {
    try {
      return await ask(await connect({}));
    } catch {
      return [];
    }
  };
}
