import { ask, type XConnection } from "./x-connection.ts";

const anyType = 0;

/** The number by which the server knows a name. */
export const atom = ({ client }: XConnection, name: string): Promise<number> =>
  ask((answer) => client.InternAtom(false, name, answer));

/** A property of a window, of which as many units of 32 bits are read at most; empty if there is none. Rejects if the window has gone. */
export async function property({ client }: XConnection, window: number, name: number, most: number): Promise<Buffer> {
  const { data } = await ask<{ data: Buffer }>((answer) =>
    client.GetProperty(0, window, name, anyType, 0, most, answer),
  );
  return data;
}

export const numbers = (data: Buffer): number[] =>
  Array.from({ length: data.length >> 2 }, (_, i) => data.readUInt32LE(4 * i));
