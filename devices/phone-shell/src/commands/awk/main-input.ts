import { FileError } from "@terrarium/device-files/file-error";
import type { Process } from "../../process.ts";
import { RecordReader, type AwkStreams } from "./streams.ts";
import { unescapeString } from "./tokens.ts";
import { AwkError, toNumber, toText } from "./values.ts";
import type { AwkVariables } from "./variables.ts";

/** The program's input records: from the operands' files, or from standard input if there are none. */
export class MainInput {
  readonly #process: Process;
  readonly #variables: AwkVariables;
  readonly #streams: AwkStreams;
  #reader: RecordReader | undefined;
  #nextOperand = 1;
  #usedFile = false;

  constructor(process: Process, variables: AwkVariables, streams: AwkStreams) {
    this.#process = process;
    this.#variables = variables;
    this.#streams = streams;
  }

  /** Returns the next record if it is already in memory. */
  ready(): string | undefined {
    return this.#reader?.ready(this.#variables.text("RS"));
  }

  /** Waits for the next record. Returns undefined at the end of the last file. Throws AwkError for a missing file. */
  async next(): Promise<string | undefined> {
    for (;;) {
      await this.#streams.flush();
      const record = await this.#reader?.next(this.#variables.text("RS"));
      if (record !== undefined) return record;
      this.close();
      if (!(await this.#nextFile())) return undefined;
    }
  }

  /** Increments NR and FNR. */
  count(): void {
    this.#variables.increment("NR");
    this.#variables.increment("FNR");
  }

  /** Closes the current file. */
  close(): void {
    this.#reader?.close();
    this.#reader = undefined;
  }

  async #nextFile(): Promise<boolean> {
    while (this.#nextOperand < toNumber(this.#variables.find("ARGC").value)) {
      const operand = toText(this.#variables.array("ARGV").get(String(this.#nextOperand++)), this.#variables.format);
      const [, name, text = ""] = /^([A-Za-z_]\w*)=([^]*)$/.exec(operand) ?? [];
      if (name !== undefined) this.#variables.assignInput(name, unescapeString(text));
      else if (operand !== "") return this.#open(operand);
    }
    if (this.#usedFile) return false;
    return this.#open("-", "");
  }

  async #open(path: string, name = path): Promise<boolean> {
    const { stdin, files } = this.#process;
    this.#usedFile = true;
    try {
      this.#reader = new RecordReader(path === "-" ? stdin : await files.open(path));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new AwkError(`can't open file ${path}`);
    }
    this.#variables.find("FILENAME").value = name;
    this.#variables.find("FNR").value = 0;
    return true;
  }
}
