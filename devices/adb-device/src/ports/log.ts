/** Function that writes one event to the device's log on its host, with optional context. */
export type Log = (message: string, context?: Record<string, unknown>) => void;
