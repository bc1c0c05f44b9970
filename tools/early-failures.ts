import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestModule } from "vitest/node";

type Failure = Readonly<{ message: string; stack?: string; diff?: string }>;

const tell = (name: string, errors: readonly Failure[]): void => {
  const told = errors.map(({ message, stack, diff }) => [stack ?? message, diff].filter(Boolean).join("\n"));
  process.stderr.write(stripVTControlCharacters(`failed: ${name}\n${told.join("\n")}\n`));
};

/** Reports failures immediately. Vitest itself reports them at the end, which an interrupted run never reaches. */
export const earlyFailures: Reporter = {
  onTestCaseResult(test: TestCase) {
    const { state, errors } = test.result();
    if (state === "failed") tell(`${test.module.relativeModuleId} > ${test.fullName}`, errors);
  },
  onTestModuleEnd(file: TestModule) {
    const errors = file.errors();
    if (errors.length > 0) tell(file.relativeModuleId, errors);
  },
};
