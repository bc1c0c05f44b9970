import { type TeamEvent, TeamEvent as TeamEventSchema } from "@terrarium/contract/events";
import { EVENT_LIMITS } from "@terrarium/contract/limits";
import type { Bus } from "@terrarium/platform/base/bus";
import { newOrderedId } from "@terrarium/platform/db/ids";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";

/** An event without the fields that `publish` adds. */
type NewEvent<Event = TeamEvent> = Event extends TeamEvent ? Omit<Event, "id" | "at"> : never;

/** Receives events in order; undefined: events may be missing. Must not throw. */
export type EventListener = (event: TeamEvent | undefined) => void;

export interface EventService {
  /** Passes an event to the listeners of a team on every server. Never fails. */
  publish(organizationId: string, event: NewEvent): void;
  /** Like `publish`, for an event whose team must be looked up first. */
  publishOf(sandboxId: string, event: NewEvent): void;
  /**
   * Passes the events after `lastId`, then new ones. Passes undefined first if events may be missing. Returns the
   * function that ends it.
   */
  listen(organizationId: string, lastId: string | undefined, listener: EventListener): () => void;
}

interface Team {
  listeners: Set<EventListener>;
  /** The latest events, in the order of their arrival here. */
  kept: TeamEvent[];
  /** Time of the last listener's end, in epoch milliseconds. Undefined: there are listeners. */
  leftAt: number | undefined;
}

const Notice = z.object({ organizationId: z.string(), event: TeamEventSchema });

interface EventParts {
  bus: Pick<Bus, "tell" | "hear">;
  /** Returns the team of a sandbox; undefined: unknown. */
  teamOf: (sandboxId: string) => Promise<string | undefined>;
  log: Pick<FastifyBaseLogger, "error">;
}

/**
 * Passes events to listeners, on every server. Teams without a listener for a while cost nothing: no event of theirs
 * is kept.
 */
export function createEventService({ bus, teamOf, log }: EventParts, clock: () => number = Date.now): EventService {
  const teams = new Map<string, Team>();
  /** Teams of sandboxes, which never change. The oldest are dropped. */
  const known = new Map<string, Promise<string | undefined>>();
  let published = 0;

  function pass(team: Team, event: TeamEvent | undefined): void {
    if (event === undefined) team.kept.length = 0;
    else if (team.kept.push(event) > EVENT_LIMITS.kept) team.kept.shift();
    for (const listener of team.listeners) listener(event);
  }

  function forgetOld(): void {
    const oldest = clock() - EVENT_LIMITS.keptMs;
    for (const [id, { leftAt }] of teams) if (leftAt !== undefined && leftAt < oldest) teams.delete(id);
  }

  function findTeam(sandboxId: string): Promise<string | undefined> {
    const team = known.get(sandboxId) ?? teamOf(sandboxId);
    known.delete(sandboxId);
    known.set(sandboxId, team);
    // A failed lookup is not kept.
    team.catch(() => known.delete(sandboxId));
    const [first] = known.keys();
    if (known.size > EVENT_LIMITS.knownSandboxes && first !== undefined) known.delete(first);
    return team;
  }

  bus.hear("event", (payload) => {
    const notice = payload === undefined ? undefined : Notice.parse(JSON.parse(payload));
    for (const [id, team] of teams) {
      if (notice === undefined) pass(team, undefined);
      else if (id === notice.organizationId) pass(team, notice.event);
    }
  });

  const service: EventService = {
    publish(organizationId, event) {
      const now = clock();
      const whole: TeamEvent = {
        ...event,
        id: newOrderedId("evt", now, published++),
        at: new Date(now).toISOString(),
      };
      const team = teams.get(organizationId);
      if (team) pass(team, whole);
      bus.tell("event", JSON.stringify({ organizationId, event: whole } satisfies z.infer<typeof Notice>));
    },

    publishOf(sandboxId, event) {
      findTeam(sandboxId).then(
        (organizationId) => organizationId !== undefined && service.publish(organizationId, event),
        (error: unknown) => log.error({ err: error, sandboxId }, "failed to find the team of an event"),
      );
    },

    listen(organizationId, lastId, listener) {
      forgetOld();
      const team = teams.get(organizationId) ?? { listeners: new Set(), kept: [], leftAt: undefined };
      teams.set(organizationId, team);
      team.leftAt = undefined;
      if (lastId !== undefined) {
        const last = team.kept.find(({ id }) => id === lastId);
        if (!last) listener(undefined);
        // Servers receive each other's events in different orders, so that some of the last moments repeat.
        const fromMs = last ? Date.parse(last.at) - EVENT_LIMITS.repeatedMs : Infinity;
        for (const event of team.kept) if (event.id !== lastId && Date.parse(event.at) >= fromMs) listener(event);
      }
      team.listeners.add(listener);
      return () => {
        team.listeners.delete(listener);
        if (team.listeners.size === 0) team.leftAt = clock();
      };
    },
  };
  return service;
}
