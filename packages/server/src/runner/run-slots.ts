import type { RunLimits } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import { BodyBudget, createBodyBudget, type SharedBodyBudget } from "./body-budget.ts";

/** A slot for one run. */
export interface RunSlot {
  bodies: SharedBodyBudget;
  /** Frees the slot. Call it when nothing of the run is left. */
  release: () => void;
}

/** Owner of a run. */
export interface RunOwner {
  team: string;
  /** Undefined: unknown. */
  user: string | undefined;
}

/** Counts of the runs of each team, of each user and in total. */
export class RunSlots {
  readonly #limits: RunLimits;
  readonly #budgetOf: (run: number) => SharedBodyBudget;
  /** Indexed by the run's number; undefined in free slots. A team keeps one number while it has runs. */
  readonly #runs: ((RunOwner & { teamNumber: number }) | undefined)[];
  #lastTeamNumber = 0;

  constructor(limits: RunLimits) {
    this.#limits = limits;
    this.#budgetOf = createBodyBudget(limits);
    this.#runs = Array.from({ length: limits.concurrentTotal });
  }

  /** Throws AppError run_limit, user_run_limit, run_capacity. */
  take({ team, user }: RunOwner): RunSlot {
    const { concurrentPerTeam, concurrentPerUser, concurrentTotal } = this.#limits;
    const ofTeam = this.#runs.filter((other) => other?.team === team);
    if (ofTeam.length >= concurrentPerTeam) throw new AppError("run_limit", { limit: concurrentPerTeam });
    const ofUser = this.#runs.filter((other) => user !== undefined && other?.user === user);
    if (ofUser.length >= concurrentPerUser) throw new AppError("user_run_limit", { limit: concurrentPerUser });
    const run = this.#runs.indexOf(undefined);
    if (run < 0) throw new AppError("run_capacity", { limit: concurrentTotal });
    const teamNumber = ofTeam[0]?.teamNumber ?? ++this.#lastTeamNumber;
    this.#runs[run] = { team, user, teamNumber };
    const bodies = this.#budgetOf(run);
    const budget = new BodyBudget(bodies);
    budget.open(teamNumber);
    return {
      bodies,
      release: () => {
        budget.open(0);
        this.#runs[run] = undefined;
      },
    };
  }
}
