/** H.264 in Annex B form (ITU-T H.264, annex B): units, each after a start code 00 00 01 or 00 00 00 01. */

export const UNIT_TYPES = { keySlice: 5, sei: 6, sps: 7, pps: 8, delimiter: 9 } as const;
const startCode = Uint8Array.of(0, 0, 0, 1);

/** Returns the units without their start codes. */
export function splitUnits(bytes: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = [];
  let start = -1;
  for (let index = 0; index + 2 < bytes.length; index++) {
    if (bytes[index] !== 0 || bytes[index + 1] !== 0 || bytes[index + 2] !== 1) continue;
    if (start >= 0) units.push(bytes.subarray(start, withoutTrailingZeros(bytes, start, index)));
    start = index + 3;
    index += 2;
  }
  if (start >= 0) units.push(bytes.subarray(start));
  return units;
}

export function unitType(unit: Uint8Array): number {
  return (unit[0] ?? 0) & 0x1f;
}

/**
 * Splits an encoder's output for one frame the way scrcpy sends it: parameter sets separately, if any, and the frame
 * without the encoder's SEI units.
 */
export function splitFrame(bytes: Uint8Array): { config: Uint8Array | undefined; picture: Uint8Array } {
  const parameters: Uint8Array[] = [];
  const picture: Uint8Array[] = [];
  for (const unit of splitUnits(bytes)) {
    const type = unitType(unit);
    if (type === UNIT_TYPES.sps || type === UNIT_TYPES.pps) parameters.push(unit);
    else if (type !== UNIT_TYPES.sei && type !== UNIT_TYPES.delimiter) picture.push(unit);
  }
  return { config: parameters.length > 0 ? join(parameters) : undefined, picture: join(picture) };
}

function join(units: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(units.reduce((length, unit) => length + startCode.length + unit.length, 0));
  let offset = 0;
  for (const unit of units) {
    bytes.set(startCode, offset);
    bytes.set(unit, offset + startCode.length);
    offset += startCode.length + unit.length;
  }
  return bytes;
}

/** Zeros before a start code belong to it (4-byte form) or are padding; a unit itself never ends in a zero. */
function withoutTrailingZeros(bytes: Uint8Array, start: number, end: number): number {
  let last = end;
  while (last > start && bytes[last - 1] === 0) last--;
  return last;
}
