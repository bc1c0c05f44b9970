import { ask, type XConnection } from "./x-connection.ts";

const ANY_TYPE = 0;

/** Returns the server's number for a name. */
export const atom = ({ client }: XConnection, name: string): Promise<number> =>
  ask((answer) => client.InternAtom(false, name, answer));

/**
 * Reads a property of a window, at most `most` units of 32 bits; empty if there is none. Rejects if the window was
 * closed.
 */
export async function property({ client }: XConnection, window: number, name: number, most: number): Promise<Buffer> {
  const { data } = await ask<{ data: Buffer }>((answer) =>
    client.GetProperty(0, window, name, ANY_TYPE, 0, most, answer),
  );
  return data;
}

export const numbers = (data: Buffer): number[] =>
  Array.from({ length: data.length >> 2 }, (_, i) => data.readUInt32LE(4 * i));
