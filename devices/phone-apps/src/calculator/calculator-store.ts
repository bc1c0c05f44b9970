import { join } from "node:path";
import { JsonFile } from "@terrarium/device-files/json-file";
import { z } from "zod";
import { appFolder } from "../app-folder.ts";
import { emptyCalculation, type Calculation } from "./calculator.ts";

const contentSchema = z.object({
  expression: z.string().max(200),
  finished: z.boolean().default(false),
  angleUnit: z.enum(["deg", "rad"]),
  history: z.array(z.object({ id: z.number(), expression: z.string(), result: z.string() })),
});

/** The display's content, kept across restarts. The exact value behind a rounded answer is not kept. */
export class CalculatorStore {
  readonly #file: JsonFile<z.infer<typeof contentSchema>>;

  constructor(dataDir: string, log: (message: string) => void) {
    const path = join(appFolder(dataDir, "com.terrarium.calculator"), "calculation.json");
    this.#file = new JsonFile(path, contentSchema, log);
  }

  read(): Calculation {
    return { ...emptyCalculation, ...this.#file.read() };
  }

  save({ expression, finished, angleUnit, history }: Calculation): void {
    this.#file.write({ expression, finished, angleUnit, history: [...history] });
  }
}
